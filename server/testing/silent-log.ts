import type { Log } from '@tillsight/supervisor'

/** A log that discards everything. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }
