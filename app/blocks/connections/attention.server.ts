import type { HealthIssue } from '@tillsight/domain'
import type { HealthView, ShopServices } from '../../services.ts'
import type { AttentionItem } from './attention.tsx'
import type { ConnectionView } from './connections.ts'

const rank = { serious: 0, warning: 1, info: 2 } as const

/** Broken and late connections first, then open issues, then warnings of a result; no sentence twice. */
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

const severities = { error: 'serious', warning: 'warning', note: 'info' } as const

/** Issues that need attention, worst first, one of each kind; notes that only explain figures are left to the API. */
export async function loadIssues({ run }: Pick<ShopServices, 'run'>): Promise<readonly HealthView[]> {
  return toHealthViews(await run('health.list'))
}

function toHealthViews(issues: readonly HealthIssue[]): HealthView[] {
  const kinds = Map.groupBy(
    issues.filter(({ severity }) => severity !== 'note'),
    ({ kind }) => kind,
  )
  return [...kinds].flatMap(([kind, alike]) => {
    const [first] = alike
    if (first === undefined) return []
    const more = alike.length === 1 ? '' : ` There are ${alike.length - 1} more of this kind.`
    return [
      {
        id: `${kind}:${first.key}`,
        severity: severities[first.severity],
        message: `${first.title}. ${first.advice}${more}`,
        place: first.place,
      },
    ]
  })
}
