import type { Log } from '@tillsight/supervisor'

/** A log that says nothing. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }
