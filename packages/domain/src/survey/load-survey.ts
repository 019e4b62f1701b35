import {
  type Db,
  isSurveyEnabled,
  listGivenSurveyAnswers,
  listSurveyMappings,
  listSurveyQuestions,
  listTrackingKeys,
  type SurveyQuestionRow,
} from '@tillsight/database'
import type { Shop } from '../context/index.ts'
import { loadTrackingSettings } from '../tracking/index.ts'
import { knownChannels, other, usualMeaning, usualQuestion } from './channels.ts'
import type { Survey, SurveyMapping } from './outputs.ts'

/** What an answer stands for. */
export type Meaning = Pick<SurveyMapping, 'channel' | 'platform'>

/** Finds what answers stand for by now. */
export async function loadMeanings(db: Db, shop: Pick<Shop, 'id'>): Promise<(answer: string) => Meaning> {
  const said = new Map((await listSurveyMappings(db, shop.id)).map((row) => [row.answer, row]))
  return (answer) => said.get(answer) ?? usualMeaning(answer)
}

/** The survey as it is now. */
export async function loadSurvey(db: Db, shop: Pick<Shop, 'id'>): Promise<Survey> {
  const [enabled, versions, meaningOf, given, keys, settings] = await Promise.all([
    isSurveyEnabled(db, shop.id),
    listSurveyQuestions(db, shop.id),
    loadMeanings(db, shop),
    listGivenSurveyAnswers(db, shop.id),
    listTrackingKeys(db, shop.id),
    loadTrackingSettings(db, shop),
  ])
  const { version, text, options, allowsOther } = versions[0] ?? usualQuestion
  const asked = [...options.map(({ id }) => id), ...(allowsOther ? [other] : [])]
  const labels = labelsOf(versions)
  for (const { id, label } of options) labels.set(id, label)
  const mappings = [...new Set([...asked, ...given])].map((answer) => {
    const { channel, platform } = meaningOf(answer)
    return { answer, label: labels.get(answer) ?? answer, channel, platform }
  })
  const channels = [
    ...knownChannels,
    ...settings.rules.map(({ channel }) => channel),
    ...mappings.map(({ channel }) => channel),
  ]
  return {
    enabled,
    question: { version, text, options: [...options], allowsOther },
    mappings,
    channels: [...new Set(channels)].filter((channel) => channel !== ''),
    key: keys.find(({ revokedAt }) => revokedAt === null)?.key ?? null,
  }
}

/** What buyers saw last of each option; the newest wording comes first. */
export function labelsOf(versions: readonly Pick<SurveyQuestionRow, 'options'>[]): Map<string, string> {
  const labels = new Map([[other, 'Something else']])
  for (const { options } of versions.toReversed()) for (const { id, label } of options) labels.set(id, label)
  return labels
}
