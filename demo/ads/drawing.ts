import { type Random, randomFrom } from '../shop/random.ts'

/** A stream of numbers that follows from a text alone, so that any day can be drawn without those before it. */
export function drawing(text: string): Random {
  let hash = 2_166_136_261
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619) >>> 0
  return randomFrom(hash)
}
