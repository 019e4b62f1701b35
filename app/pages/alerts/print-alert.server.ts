import type { AlertView, ShopVerbs, SlackView, VerbOutput } from '@tillsight/domain'
import { printFilters } from '../../blocks/figures-page/dimension-labels.server.ts'
import { figureSearch } from '../../blocks/figures-page/figure-search.server.ts'
import { dayText, type FigureFormat, figureText, instantText, signedText } from '../../format/index.ts'
import type { Language } from '../../language/languages.ts'
import { sayServer } from '../../language/server-words.server.ts'
import { labelled } from '../../language/text.ts'
import type { CatalogueView } from '../../services.ts'
import type { AlertModel, AlertTime, PreviewModel, SlackModel } from './model.ts'
import { pageWords } from './words.server.ts'

/** In which language, zone and form alerts are printed, with the names of figures. */
export interface AlertPlace {
  readonly zone: string
  readonly language: Language
  readonly format: FigureFormat
  readonly catalogue: Pick<CatalogueView, 'metrics' | 'dimensions'>
}

const tones = { ok: 'good', firing: 'bad', resolved: 'neutral', paused: 'neutral' } as const

/** Prints an alert. */
export function printAlert(alert: AlertView, slack: readonly SlackView[], place: AlertPlace): AlertModel {
  const { zone, language } = place
  const say = pageWords.say(language)
  const { id, name, state, lookedAt, episodes, to } = alert
  return {
    id,
    name,
    rule: ruleText(alert, place),
    where: [
      say('inbox'),
      ...to.map((target) =>
        target.channel !== 'slack'
          ? say(target.channel)
          : labelled(say('slack'), slack.find((one) => one.id === target.id)?.name ?? '–', language),
      ),
    ].join(' · '),
    isPaused: state === 'paused',
    state: say(`state_${state}`),
    tone: tones[state],
    looked: lookedAt === null ? say('unseen') : say('looked', { at: instantText(lookedAt, zone, language) }),
    times: episodes.map((episode) => printEpisode(episode, alert.filters, place)),
  }
}

function ruleText(alert: AlertView, place: AlertPlace): string {
  const { op, metric, window, bound, minOrders, severity } = alert
  const say = pageWords.say(place.language)
  if (op === 'finding') return say(severity === 'error' ? 'rule_error' : 'rule_warning')
  const name = labelOf(metric, place)
  const what =
    op === 'unusual' || bound === null
      ? say('rule_unusual', { metric: name })
      : say(`rule_${'value' in bound ? 'value' : 'change'}_${op}`, {
          metric: name,
          value: 'value' in bound ? print(bound.value, metric, place) : changeText(bound.percent, place),
        })
  return [
    what,
    ...filtersText(alert, place),
    ...(window === null ? [] : [say(`window_${window}`)]),
    ...(minOrders > 0 ? [say('atLeast', { count: minOrders })] : []),
  ].join(' · ')
}

function labelOf(metric: string | null, { catalogue }: AlertPlace): string {
  return catalogue.metrics.find(({ key }) => key === metric)?.label ?? metric ?? ''
}

function changeText(percent: string, { format }: AlertPlace): string {
  return signedText(Number(percent) / 100, 'percent', format)
}

function filtersText({ filters }: Pick<AlertView, 'filters'>, { catalogue, language }: AlertPlace): string[] {
  return printFilters({ filters }, catalogue.dimensions, language)
}

function print(value: string, metric: string | null, { catalogue, format }: AlertPlace): string {
  return figureText(value, catalogue.metrics.find(({ key }) => key === metric)?.unit ?? 'count', format)
}

function printEpisode(
  episode: AlertView['episodes'][number],
  filters: AlertView['filters'],
  place: AlertPlace,
): AlertTime {
  const { zone, language } = place
  const say = pageWords.say(language)
  const { id, metric, window, value, firedAt, resolvedAt, findings } = episode
  const from = instantText(firedAt, zone, language)
  const when =
    resolvedAt === null
      ? say('since', { from })
      : say('until', { from, until: instantText(resolvedAt, zone, language) })
  const search = window !== null && value !== null ? figureSearch({ metric, filters, window, zone }) : null
  return {
    key: id,
    when,
    what: valuesText(episode, place),
    search,
    findings: findings.map((title) => sayServer(title, language)),
  }
}

interface Values {
  readonly metric: string
  readonly value: string | null
  readonly expected: string | null
}

function valuesText({ metric, value, expected }: Values, place: AlertPlace): string {
  if (value === null) return ''
  const shown = print(value, metric, place)
  if (expected === null) return shown
  return pageWords.say(place.language)('insteadOf', { value: shown, expected: print(expected, metric, place) })
}

const mostTimes = 10
/** More than one in three days is no alert any more. */
const oftenTimes = 12

/** Prints what an alert would have said. */
export function printPreview(
  { fired, times, unknownDays }: VerbOutput<ShopVerbs['alert.preview']>,
  metric: string,
  place: AlertPlace,
): PreviewModel {
  const { language } = place
  const say = pageWords.say(language)
  const shown = times.slice(-mostTimes).toReversed()
  return {
    kind: 'looked',
    summary: say('would', { count: fired }),
    isOften: fired >= oftenTimes,
    times: shown.map(({ day, hour, value, expected }) => ({
      key: `${day} ${hour}`,
      when:
        hour === null
          ? dayText(day, language)
          : say('atHour', { day: dayText(day, language), hour: `${String(hour).padStart(2, '0')}:00` }),
      what: valuesText({ metric, value, expected }, place),
      search: null,
      findings: [],
    })),
    more: fired > shown.length ? say('more', { count: fired - shown.length }) : null,
    unknown: unknownDays > 0 ? say('unknownDays', { count: unknownDays }) : null,
  }
}

/** Prints a place in Slack. */
export function printSlack({ id, name, state, reason, postedAt }: SlackView, place: AlertPlace): SlackModel {
  const { zone, language } = place
  const say = pageWords.say(language)
  const used =
    postedAt === null ? say('slackUnused') : say('slackPosted', { at: instantText(postedAt, zone, language) })
  const isOn = state === 'on'
  return { id, name, isOn, standing: isOn ? used : say('slackOff'), reason: isOn ? '' : reason }
}
