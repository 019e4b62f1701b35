import type { HealthView } from '../../services.ts'
import type { AttentionItem } from './attention.tsx'
import type { ConnectionView } from './connections.ts'

const rank = { serious: 0, warning: 1, info: 2 } as const

/** Broken and late connections first, then open findings, then what an answer said about itself; no sentence twice. */
export function collectAttention(
  connections: readonly ConnectionView[],
  health: readonly HealthView[],
  warnings: readonly string[],
): AttentionItem[] {
  const troubled = connections.filter(({ status }) => status === 'broken' || status === 'late')
  const items: AttentionItem[] = [
    ...troubled.map(({ id, status, connectorLabel, message }) => ({
      id,
      severity: status === 'broken' ? ('serious' as const) : ('warning' as const),
      message: message ?? `${connectorLabel} cannot be reached at the moment.`,
      isEnglish: true,
      place: { page: 'connections' as const, connection: id },
    })),
    ...health.map((finding) => ({ ...finding, isEnglish: true })),
    ...warnings.map((message) => ({
      id: message,
      severity: 'info' as const,
      message,
      isEnglish: true,
      place: null,
    })),
  ]
  const distinct = new Map(items.map((item) => [item.message, item] as const).toReversed())
  return [...distinct.values()].toReversed().toSorted((a, b) => rank[a.severity] - rank[b.severity])
}
