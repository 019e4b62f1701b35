import { labelOf } from '../../blocks/figures-page/dimension-labels.server.ts'
import { figureOf, type PageQuery } from '../../blocks/figures-page/load-page.server.ts'
import { storeValue } from '../../blocks/order/order-values.server.ts'
import { layOutWaterfall } from '../../charts/waterfall-steps.ts'
import { axisText, type FigureFormat, figureText, signedFigure, toNumber } from '../../format/index.ts'
import type { Say } from '../../language/index.ts'
import { textFor } from '../../language/text-for.server.ts'
import type { ShopServices } from '../../services.ts'
import type { CauseModel, ExplanationModel, PartRow } from './model.ts'
import { pageWords } from './words.server.ts'
import type { WordKey } from './words.ts'

interface Printing {
  readonly format: FigureFormat
  readonly say: Say<WordKey>
}

type Explanation = Awaited<ReturnType<typeof ask>>

/** Why profit changed against the comparison; null where a period shows no profit. */
export async function loadExplanation({ services, ask: askFor }: PageQuery): Promise<ExplanationModel | null> {
  const asked = askFor(['netProfit'])
  if (asked.compare === undefined) return null
  const found = await ask(services, asked, asked.compare)
  if (found.of === null) return null
  const { language } = services.shop.display
  const say = pageWords.say(language)
  const format = { ...services.shop.display, currency: found.currency }
  const signed = (amount: string) => signedFigure(amount, 'money', format)
  const t = textFor(language)
  const told = found.causes.map(({ cause, metric, amount }): CauseModel => {
    return {
      key: cause,
      label: t(`cause.${cause}`),
      hint: say(`hint.${cause}`),
      open: metric,
      text: signed(amount),
    }
  })
  return {
    sentence: sentenceOf(found, services, format),
    causes: told,
    waterfall: waterfallOf(found, told, { format, say }),
    causeHeads: [say('why.change'), ...told.slice(0, 4).map(({ label }) => label)],
    parts: found.by.map(({ dimension, rows, rest }) => ({
      key: dimension,
      title: say(`by.${dimension}`),
      rows: [
        ...rows.map(
          ({ value, name, change, causes: own }): PartRow => ({
            key: value,
            label:
              dimension === 'sales_channel' && value !== ''
                ? storeValue('salesChannel', value, language)
                : labelOf({ dimension, value, given: name, language }),
            filter: { dimension, value },
            cells: [change, ...own.map(({ amount }) => amount)].map(signed),
          }),
        ),
        ...(rest.rows > 0 || Math.abs(Number(rest.change)) >= 0.005
          ? [{ key: '(rest)', label: say('why.others'), filter: null, cells: [signed(rest.change), '', '', '', ''] }]
          : []),
      ],
    })),
  }
}

type Asked = Pick<ReturnType<PageQuery['ask']>, 'from' | 'to' | 'filters' | 'currency'>

function ask({ run }: Pick<ShopServices, 'run'>, { from, to, filters, currency }: Asked, compare: Compared) {
  return run('profit.explain', { from, to, compare, ...(filters && { filters }), ...(currency && { currency }) })
}

type Compared = NonNullable<ReturnType<PageQuery['ask']>['compare']>

function endsOf({ ladder, of }: Explanation) {
  return ladder.find(({ metric }) => metric === of)
}

function sentenceOf(found: Explanation, services: PageQuery['services'], format: FigureFormat): string {
  const { now, before, change } = endsOf(found) ?? {}
  const label = figureOf(services)(found.of ?? 'netProfit').label
  const money = (amount: string | null | undefined, bound = found.bounds.now) =>
    figureText(amount, 'money', { ...format, bound })
  return pageWords.say(services.shop.display.language)('why.sentence', {
    change: directionOf(Number(change)),
    metric: label,
    difference: figureText((change ?? '0').replace('-', ''), 'money', format),
    before: money(before, found.bounds.before),
    now: money(now),
  })
}

/** Which of its sentences a change has. */
function directionOf(change: number): 'up' | 'down' | 'same' {
  if (change === 0) return 'same'
  return change > 0 ? 'up' : 'down'
}

function waterfallOf(found: Explanation, told: readonly CauseModel[], { format, say }: Printing) {
  const ends = endsOf(found)
  const [before, now] = [toNumber(ends?.before), toNumber(ends?.now)]
  if (before === null || now === null) return null
  const whole = (value: number) => figureText(value.toFixed(6), 'money', { ...format, decimals: 0 })
  return layOutWaterfall(
    [
      { key: 'before', label: say('why.before'), text: whole(before), value: before, isSum: true },
      ...found.causes.map(({ cause, amount }, index) => ({
        key: cause,
        label: told[index]?.label ?? cause,
        text: signedFigure(Number(amount).toFixed(6), 'money', { ...format, decimals: 0 }),
        value: Number(amount),
      })),
      { key: 'now', label: say('why.now'), text: whole(now), value: now, isSum: true },
    ],
    (value) => axisText(value, 'money', format),
  )
}
