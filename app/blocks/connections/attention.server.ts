import type { HealthIssue } from '@tillsight/domain'
import type { Language } from '../../language/languages.ts'
import { sayServer, translateSentence } from '../../language/server-words.server.ts'
import type { HealthView, ShopServices } from '../../services.ts'
import type { AttentionItem } from './attention.tsx'
import type { ConnectionView } from './connections.ts'
import { connectionWords } from './words.server.ts'

const rank = { serious: 0, warning: 1, info: 2 } as const

interface Attended {
  readonly connections: readonly ConnectionView[]
  readonly health: readonly HealthView[]
  readonly warnings: readonly string[]
}

/** Broken and late connections first, then open issues, then warnings of a result; no sentence twice. */
export function collectAttention({ connections, health, warnings }: Attended, language: Language): AttentionItem[] {
  const troubled = connections.filter(({ status }) => status === 'broken' || status === 'late')
  const items: AttentionItem[] = [
    ...troubled.map(({ id, status, connectorLabel, message }) => ({
      id,
      severity: status === 'broken' ? ('serious' as const) : ('warning' as const),
      ...(message === null
        ? { message: connectionWords.say(language)('issue.unreachable', { name: connectorLabel }) }
        : attentionOf(message, language)),
      place: { page: 'connections' as const, connection: id },
    })),
    ...health,
    ...warnings.map((message) => ({
      id: message,
      severity: 'info' as const,
      ...attentionOf(message, language),
      place: null,
    })),
  ]
  const distinct = new Map(items.map((item) => [item.message, item] as const).toReversed())
  return [...distinct.values()].toReversed().toSorted((a, b) => rank[a.severity] - rank[b.severity])
}

function attentionOf(english: string, language: Language): Pick<AttentionItem, 'message' | 'isEnglish'> {
  const { text, isEnglish } = sayServer(english, language)
  return { message: text, isEnglish }
}

const severities = { error: 'serious', warning: 'warning', note: 'info' } as const

/** Issues that need attention, worst first, one of each kind; notes that only explain figures are left to the API. */
export async function loadIssues({ run, shop }: Pick<ShopServices, 'run' | 'shop'>): Promise<readonly HealthView[]> {
  return toHealthViews(await run('health.list'), shop.display.language)
}

function toHealthViews(issues: readonly HealthIssue[], language: Language): HealthView[] {
  const kinds = Map.groupBy(
    issues.filter(({ severity }) => severity !== 'note'),
    ({ kind }) => kind,
  )
  return [...kinds].flatMap(([kind, alike]) => {
    const [first] = alike
    if (first === undefined) return []
    return [
      {
        id: `${kind}:${first.key}`,
        severity: severities[first.severity],
        ...printIssue(first, { others: alike.length - 1, language }),
        place: first.place,
      },
    ]
  })
}

interface Printing {
  /** How many more issues there are of the kind. */
  readonly others: number
  readonly language: Language
}

/** An issue in the page's language, or whole in English. */
function printIssue({ title, advice }: HealthIssue, { others, language }: Printing) {
  const [own, ownAdvice] = [translateSentence(title, language), translateSentence(advice, language)]
  const isEnglish = own === undefined || ownAdvice === undefined
  const sentences = isEnglish ? [`${title}.`, advice] : [`${own}.`, ownAdvice]
  const more = others === 0 ? [] : [connectionWords.say(isEnglish ? 'en' : language)('issue.more', { count: others })]
  return { message: [...sentences, ...more].join(' '), isEnglish }
}
