import en from './words/en.json' with { type: 'json' }

/** Whether there is a text of this key: ids of the shop's own channels have none. */
export function isCreditWord(key: string): key is keyof typeof en {
  return Object.hasOwn(en, key)
}

/** A name in English; undefined for an unknown key. */
export function englishName(key: string): string | undefined {
  return isCreditWord(key) ? en[key] : undefined
}
