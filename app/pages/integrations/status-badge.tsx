import type { ConnectionStatus } from '../../blocks/connections/connections.ts'
import type { ConnectionModel } from '../../blocks/connections/model.ts'
import { Badge } from '../../ui/index.ts'

const states = {
  importing: { label: 'Importing history', tone: 'accent' },
  healthy: { label: 'Up to date', tone: 'good' },
  late: { label: 'Late', tone: 'warn' },
  broken: { label: 'Needs you', tone: 'bad' },
  paused: { label: 'Paused', tone: 'neutral' },
} as const satisfies Record<ConnectionStatus, unknown>

const reading = { label: 'Reading again', tone: 'accent' } as const

/** How a connection stands, in a word. What failed and is being read right now is neither late nor waiting for anybody. */
export function StatusBadge({ status, isReading }: Pick<ConnectionModel, 'status' | 'isReading'>) {
  const isTried = isReading && (status === 'late' || status === 'broken')
  const { label, tone } = isTried ? reading : states[status]
  return <Badge tone={tone}>{label}</Badge>
}
