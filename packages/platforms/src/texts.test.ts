import assert from 'node:assert/strict'
import { test } from 'node:test'
import { platforms } from './platforms.ts'
import { connectorList } from './registry.ts'
import { platformTexts } from './texts.ts'

const languages = Object.entries(platformTexts)

test('what platforms say to merchants is there in all languages', () => {
  const said = [...connectorList.flatMap(guideTexts), ...platforms.flatMap(descriptorTexts)]
  for (const [language, texts] of languages) {
    assert.deepEqual(
      [...new Set(said)].filter((english) => isText(english) && !texts[english]),
      [],
      language,
    )
  }
})

test('a translation keeps the code and the links of its text', () => {
  for (const [language, texts] of languages) {
    for (const [english, text] of Object.entries(texts)) {
      assert.deepEqual(codeOf(text), codeOf(english), `${language}: ${english}`)
    }
  }
})

/** Scopes and other identifiers are the same everywhere. */
function isText(english: string): boolean {
  return / /.test(english) && english !== 'openid email' && english !== 'TikTok Shop'
}

/** Code between backticks, and how many pieces lead elsewhere. */
function codeOf(text: string): unknown {
  return [[...text.matchAll(/`[^`]+`/g)].map(([code]) => code).toSorted(), [...text.matchAll(/\[[^\]]+\]/g)].length]
}

function guideTexts({ guide, connect, description, conversions, streams }: (typeof connectorList)[number]): string[] {
  const { ways = [], permissions } = guide ?? {}
  const sent = conversions && [
    conversions.destination.label,
    conversions.destination.help,
    conversions.token?.help ?? '',
    conversions.deduplication,
    conversions.correctionNote,
    conversions.trialNote,
  ]
  return [
    description,
    ...streams.map(({ label }) => label),
    ...connect.fields.flatMap(({ label, help }) => [label, help]),
    ...ways.flatMap(({ title, suits, steps, addresses }) => [
      title,
      suits,
      ...steps.map(({ text }) => text),
      ...addresses.flatMap(({ label, note }) => [label, note]),
    ]),
    ...(permissions?.list.flatMap(({ brings, without }) => [brings, without]) ?? []),
    permissions?.text ?? '',
    ...(sent ?? []),
  ]
}

function descriptorTexts(platform: (typeof platforms)[number]): string[] {
  if (platform.kind === 'ads') {
    const { steps, notes, parameters } = platform.tracking
    return [
      platform.description,
      ...steps,
      ...notes,
      ...parameters.map(({ meaning }) => meaning),
      ...platform.claims.points,
    ]
  }
  const steps = [...platform.installSteps, ...platform.surveySteps]
  return [
    platform.description,
    platform.ownConsent ?? '',
    platform.originNotes ?? '',
    ...steps.flatMap(({ title, text, copy, download }) => [title, text, copy?.label ?? '', download?.label ?? '']),
  ]
}
