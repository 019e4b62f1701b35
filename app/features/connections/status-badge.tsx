import type { ConnectionStatus } from '../../services.ts'
import { Badge } from '../../ui/index.ts'

const states = {
  importing: { label: 'Importing history', tone: 'accent' },
  healthy: { label: 'Up to date', tone: 'good' },
  late: { label: 'Late', tone: 'warn' },
  broken: { label: 'Needs you', tone: 'bad' },
  paused: { label: 'Paused', tone: 'neutral' },
} as const satisfies Record<ConnectionStatus, unknown>

/** How a connection stands, in a word. */
export function StatusBadge({ status }: { readonly status: ConnectionStatus }) {
  const { label, tone } = states[status]
  return <Badge tone={tone}>{label}</Badge>
}
