import type { Language } from '../../language/languages.ts'
import ar from './issue-texts/ar.json' with { type: 'json' }
import de from './issue-texts/de.json' with { type: 'json' }
import es from './issue-texts/es.json' with { type: 'json' }
import fr from './issue-texts/fr.json' with { type: 'json' }
import nl from './issue-texts/nl.json' with { type: 'json' }

/** Sentences about the shop's health, by the English one; `{1}` stands for what is named in it. */
type IssueTexts = Readonly<Record<string, string>>

const texts: Readonly<Record<Exclude<Language, 'en'>, IssueTexts>> = { ar, de, es, fr, nl }

// The health of a shop is told in English sentences, to the API and the command line too, so they are known by their wording.
const patterns = Object.keys(de).map((english) => ({ english, shape: toShape(english) }))

/** A sentence about the shop's health in a language; undefined where it is known in English only. */
export function issueText(sentence: string, language: Language): string | undefined {
  if (language === 'en') return sentence
  for (const { english, shape } of patterns) {
    const named = shape.exec(sentence)
    if (named)
      return texts[language][english]?.replace(/\{(\d)\}/g, (whole, place: string) => named[Number(place)] ?? whole)
  }
  return undefined
}

function toShape(english: string): RegExp {
  const parts = english.split(/\{\d\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('(.+)')}$`)
}
