// Sample connections for tests of pages.
import type { StreamView as StandingStream, ConnectionView as StandingView } from '@tillsight/domain'
import type { ConnectionView, StreamView } from './connections.ts'

/** The same store as {@link sampleConnection}, as the verbs return it. */
export function sampleStatus(change: Partial<StandingView> = {}): StandingView {
  return {
    id: 'c',
    connector: 'woocommerce',
    label: 'WooCommerce',
    status: 'healthy',
    message: null,
    since: null,
    waiting: null,
    paused: false,
    pausedAt: null,
    access: 'read_write',
    account: null,
    warnings: [],
    gaps: [],
    values: { url: 'nord.test' },
    webhooks: null,
    streams: [],
    createdAt: '2026-11-01T08:00:00Z',
    isStore: true,
    adAccounts: [],
    orderPage: null,
    accessEndsAt: null,
    ...change,
  }
}

/** Orders whose history is imported, as the verbs return them. */
export function statusStream(change: Partial<StandingStream> = {}): StandingStream {
  return {
    id: 'orders',
    label: 'Orders',
    complete: true,
    done: 7_648,
    total: 7_648,
    syncedThrough: '2026-11-21T08:58:00Z',
    completeSince: '2024-11-21T08:00:00Z',
    restateFrom: '2026-09-22T09:00:00Z',
    oldestAvailable: null,
    lastSuccessAt: '2026-11-21T09:00:00Z',
    nextLookAt: '2026-11-21T09:15:00Z',
    problem: null,
    ...change,
  }
}

/** A store that is up to date. */
export function sampleConnection(change: Partial<ConnectionView> = {}): ConnectionView {
  return {
    id: 'c',
    connector: 'woocommerce',
    connectorLabel: 'WooCommerce',
    kind: 'store',
    account: 'nord.test',
    status: 'healthy',
    isReading: false,
    needsReconnect: false,
    message: null,
    since: null,
    pausedAt: null,
    connectedAt: '2026-11-01T08:00:00Z',
    lastSyncAt: '2026-11-21T09:00:00Z',
    nextSyncAt: null,
    access: 'read_write',
    store: null,
    apiVersion: 'wc/v3',
    values: { url: 'https://nord.test' },
    updates: { state: 'working', ensuredAt: '2026-11-21T08:00:00Z', active: 9, reactivatedAt: [] },
    streams: [],
    adAccounts: [],
    awaitsChoice: false,
    gaps: [],
    missing: [],
    ...change,
  }
}

/** An orders stream whose history is imported. */
export function sampleStream(change: Partial<StreamView> = {}): StreamView {
  return {
    id: 'orders',
    label: 'Orders',
    state: 'complete',
    done: 7_648,
    total: 7_648,
    completeSince: '2024-11-21T08:00:00Z',
    completeThrough: '2026-11-21T08:58:00Z',
    mayChangeFrom: '2026-09-22T09:00:00Z',
    oldestAvailable: null,
    lastSuccessAt: '2026-11-21T09:00:00Z',
    nextLookAt: '2026-11-21T09:15:00Z',
    estimatedEndAt: null,
    error: null,
    retryAt: null,
    ...change,
  }
}
