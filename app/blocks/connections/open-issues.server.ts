import type { HealthIssue } from '@tillsight/domain'
import type { HealthView, ShopServices } from '../../services.ts'

const severities = { error: 'serious', warning: 'warning', note: 'info' } as const

/** What people have to look at, worst first, one of each kind; notes that only explain figures are left to the API. */
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
