import { type ShopId, toPersonId } from '@tillsight/core'
import { listOwnPreferences } from '@tillsight/database'
import type { ActorContext, Shop } from '../context/index.ts'
import { type LanguageCode, languages } from '../inputs/index.ts'
import { readPreference } from './stored-preference.ts'

/** How somebody wants figures and words of a shop printed. */
export interface Display {
  /** The chosen one, or the shop's own. */
  readonly currency: string
  /** Fraction digits of money. */
  readonly decimals: number
  /** Chosen for the shop, or else for the person. */
  readonly language: LanguageCode
  /** The one chosen for the shop; null while the person's own counts. */
  readonly chosenLanguage: LanguageCode | null
  /** Locale of figures. */
  readonly numbers: string
}

/** How figures of a shop are printed for one person. */
export type Displays = (shop: Pick<Shop, 'id' | 'currency'>) => Display

/** What everybody sees who has chosen nothing. */
export const defaultDisplays: Displays = displays('en', new Map())

/** How the actor wants every shop printed, or the one that is named; one query. */
export async function readDisplays({ actor, queries }: ActorContext, shop?: ShopId): Promise<Displays> {
  if (actor.kind !== 'person') return defaultDisplays
  const rows = await listOwnPreferences(queries, {
    personId: toPersonId(actor.id),
    ...(shop === undefined ? {} : { shopId: shop }),
  })
  const spoken = languages.find((language) => language === rows[0]?.language) ?? 'en'
  return displays(spoken, new Map(rows.map((row) => [row.shopId, row.value])))
}

function displays(spoken: LanguageCode, stored: ReadonlyMap<ShopId | null, unknown>): Displays {
  return ({ id, currency }) => {
    const { chosen, complete } = readPreference(stored.get(id) ?? {})
    const has = (key: 'currency' | 'language') => Object.hasOwn(chosen, key)
    const chosenLanguage = has('language') ? complete.language : null
    return {
      currency: has('currency') ? complete.currency : currency,
      decimals: complete.decimal,
      language: chosenLanguage ?? spoken,
      chosenLanguage,
      numbers: complete.numbers,
    }
  }
}
