import type { ConnectionStatus, StreamView } from '../../services.ts'

/** A connection with its instants printed. */
export interface ConnectionModel {
  readonly id: string
  readonly connector: string
  readonly connectorLabel: string
  readonly account: string
  readonly status: ConnectionStatus
  readonly message: string | null
  readonly access: 'read' | 'read_write'
  readonly missing: readonly string[]
  readonly lastSync: { readonly age: string; readonly at: string } | null
  readonly nextSync: string | null
  readonly streams: readonly StreamModel[]
}

export interface StreamModel extends Omit<StreamView, 'completeSince' | 'estimatedEndAt'> {
  /** Figures, printed: `12,400 of 31,000`. */
  readonly amount: string
  readonly completeSince: string | null
  /** `about 4 min left`; null while nobody knows. */
  readonly left: string | null
}
