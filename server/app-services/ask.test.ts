import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import { describeCatalogue, platforms } from '@tillsight/metrics'
import { type Grounds, readQuestion, type Understood } from '../../app/pages/ask/read-question.server.ts'

const { metrics, dimensions } = describeCatalogue()
const grounds: Grounds = {
  // A Sunday.
  today: parseDay('2026-11-29'),
  firstDay: parseDay('2024-03-05'),
  weekStartsOn: 1,
  catalogue: { metrics: metrics.map((metric) => ({ ...metric, terms: [] })), dimensions, platforms },
}

/** What a question means: the metric, its days (`from..to`, empty for none), and what else it names. */
type Meaning = readonly [question: string, metric: string, days: string, more?: Partial<Understood>]

const de = [{ dimension: 'country', operator: 'is', values: ['DE'] }] as const
const fr = [{ dimension: 'country', operator: 'is', values: ['FR'] }] as const

const november = '2026-11-01..2026-11-29'
const october = '2026-10-01..2026-10-31'
const lastWeek = '2026-11-16..2026-11-22'
const lastYear = '2025-01-01..2025-12-31'
const ytd = '2026-01-01..2026-11-29'

/** Sixty questions that owners of shops ask, ten in each language. */
const questions: readonly Meaning[] = [
  ['How much did we sell yesterday?', 'sales', '2026-11-28..2026-11-28'],
  ['What was my profit last month?', 'netProfit', october],
  ['new customers this month compared to last year', 'newCustomers', november, { compare: 'previous_year' }],
  ['Top products in October', 'sales', october, { dimension: 'product' }],
  ['ad spend on Meta in the last 14 days', 'metaads.spend', '2026-11-15..2026-11-28'],
  ['refund rate by product this year', 'refundRateValue', ytd, { dimension: 'product' }],
  ['average order value in Germany last week', 'aov', lastWeek, { filters: de }],
  ['orders per day in Q3', 'orders', '2026-07-01..2026-09-30', { interval: 'day' }],
  [
    'Which country brings the fewest returning customers?',
    'returningCustomers',
    '',
    { dimension: 'country', leastFirst: true },
  ],
  ['gross margin from 2026-10-05 to 2026-10-11', 'grossMargin', '2026-10-05..2026-10-11'],
  ['Wie viel Umsatz hatten wir gestern?', 'sales', '2026-11-28..2026-11-28'],
  ['Gewinn im letzten Monat', 'netProfit', october],
  ['Neukunden diesen Monat im Vergleich zum Vorjahr', 'newCustomers', november, { compare: 'previous_year' }],
  ['Umsatz nach Land im Oktober', 'sales', october, { dimension: 'country' }],
  ['Werbekosten bei Google in den letzten 30 Tagen', 'googleads.spend', '2026-10-30..2026-11-28'],
  ['Welche Produkte haben die höchste Retourenquote?', 'refundRateValue', '', { dimension: 'product' }],
  ['Durchschnittlicher Bestellwert in Frankreich letzte Woche', 'aov', lastWeek, { filters: fr }],
  ['Bestellungen pro Tag im September 2025', 'orders', '2025-09-01..2025-09-30', { interval: 'day' }],
  ['Versandkosten letztes Jahr', 'shippingCost', lastYear],
  ['Wie hoch war der Wareneinsatz heute?', 'cogs', '2026-11-29..2026-11-29'],
  ['Quel était le chiffre d’affaires hier ?', 'sales', '2026-11-28..2026-11-28'],
  ['Bénéfice du mois dernier', 'netProfit', october],
  [
    'nouveaux clients ce mois-ci par rapport à l’année dernière',
    'newCustomers',
    november,
    { compare: 'previous_year' },
  ],
  ['ventes par pays en octobre', 'sales', october, { dimension: 'country' }],
  ['dépenses publicitaires sur TikTok ces 7 derniers jours', 'tiktokads.spend', '2026-11-22..2026-11-28'],
  ['panier moyen en Allemagne la semaine dernière', 'aov', lastWeek, { filters: de }],
  ['commandes par mois cette année', 'orders', ytd, { interval: 'month' }],
  ['Quels produits ont le plus de remboursements ?', 'returns', '', { dimension: 'product' }],
  ['taux de marge brute en 2025', 'grossMargin', lastYear],
  ['frais de paiement ce trimestre', 'gatewayFees', '2026-10-01..2026-11-29'],
  ['¿Cuánto vendimos ayer en ventas?', 'sales', '2026-11-28..2026-11-28'],
  ['beneficio del mes pasado', 'netProfit', october],
  ['clientes nuevos este mes frente al año pasado', 'newCustomers', november, { compare: 'previous_year' }],
  ['ventas por país en octubre', 'sales', october, { dimension: 'country' }],
  ['gasto publicitario en Facebook de los últimos 14 días', 'metaads.spend', '2026-11-15..2026-11-28'],
  ['ticket medio en Francia la semana pasada', 'aov', lastWeek, { filters: fr }],
  ['pedidos por día en septiembre de 2025', 'orders', '2025-09-01..2025-09-30', { interval: 'day' }],
  ['¿Qué productos tienen más devoluciones?', 'returns', '', { dimension: 'product' }],
  ['descuentos este año', 'discounts', ytd],
  ['peores campañas', 'claimedRoas', '', { dimension: 'campaign', leastFirst: true }],
  ['Hoeveel omzet hadden we gisteren?', 'sales', '2026-11-28..2026-11-28'],
  ['winst van vorige maand', 'netProfit', october],
  ['nieuwe klanten deze maand vergeleken met vorig jaar', 'newCustomers', november, { compare: 'previous_year' }],
  ['omzet per land in oktober', 'sales', october, { dimension: 'country' }],
  ['advertentiekosten bij Google afgelopen 30 dagen', 'googleads.spend', '2026-10-30..2026-11-28'],
  ['gemiddelde bestelwaarde in Duitsland vorige week', 'aov', lastWeek, { filters: de }],
  ['bestellingen per week dit jaar', 'orders', ytd, { interval: 'week' }],
  ['Welke producten hebben het hoogste retourpercentage?', 'refundRateValue', '', { dimension: 'product' }],
  ['verzendkosten vorig jaar', 'shippingCost', lastYear],
  ['terugkerende klanten sinds het begin', 'returningCustomers', '2024-03-05..2026-11-29'],
  ['كم كانت المبيعات أمس؟', 'sales', '2026-11-28..2026-11-28'],
  ['صافي الربح في الشهر الماضي', 'netProfit', october],
  ['العملاء الجدد هذا الشهر مقارنة بالعام الماضي', 'newCustomers', november, { compare: 'previous_year' }],
  ['المبيعات حسب البلد في أكتوبر', 'sales', october, { dimension: 'country' }],
  ['الإنفاق الإعلاني على ميتا في آخر 14 يوما', 'metaads.spend', '2026-11-15..2026-11-28'],
  ['متوسط الطلب في ألمانيا الأسبوع الماضي', 'aov', lastWeek, { filters: de }],
  ['الطلبات كل يوم في سبتمبر 2025', 'orders', '2025-09-01..2025-09-30', { interval: 'day' }],
  ['أي المنتجات لديها أكثر المرتجعات؟', 'returns', '', { dimension: 'product' }],
  ['الخصومات هذا العام', 'discounts', ytd],
  ['تكاليف الشحن في 2025', 'shippingCost', lastYear],
]

function told({ range, metric, ...more }: Understood): object {
  return { metric, days: range ? `${range.from}..${range.to}` : '', ...more }
}

function meant([, metric, days, more = {}]: Meaning): object {
  const nothing = { dimension: undefined, interval: undefined, filters: [], compare: undefined, leastFirst: false }
  return { metric, days, ...nothing, ...more }
}

test('sixty questions in six languages are understood without a model', () => {
  assert.equal(questions.length, 60)
  for (const question of questions) {
    const understood = readQuestion(question[0], grounds)
    assert.deepEqual(understood && told(understood), meant(question), question[0])
  }
})

test('every metric of the catalogue is found by its name in every language, and by its key', () => {
  for (const { key, label } of metrics.filter((metric) => !metric.key.includes('.'))) {
    assert.equal(readQuestion(key, grounds)?.metric, key)
    assert.equal(readQuestion(`${label} last week`, grounds)?.metric, key, label)
  }
})

test('what names no figure is not understood, whatever it is', () => {
  for (const nonsense of ['', '   ', 'hello there', '?!', '2026-99-99', 'x'.repeat(300), '~', '|', '\u202e\u0000', '❤️'])
    assert.equal(readQuestion(nonsense, grounds), undefined, nonsense)
})

test('a day that does not exist, or lies ahead, is no day that was named', () => {
  assert.equal(readQuestion('sales on 2026-02-30', grounds)?.range, undefined)
  assert.deepEqual(readQuestion('sales in December', grounds)?.range, { from: '2025-12-01', to: '2025-12-31' })
  assert.deepEqual(readQuestion('sales in 2027', grounds)?.range, undefined)
})
