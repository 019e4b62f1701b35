import type { TermModel } from './model.ts'

/** The terms of a formula on their way to the browser: a page has fifty of them, and each would be an object. */
export function packTerms(terms: readonly TermModel[]): string {
  return terms.map(({ key, label, text, operator }) => [operator, key, label, text].join('\t')).join('\n')
}

/** Unpacks the terms of a formula. */
export function unpackTerms(packed: string): readonly TermModel[] {
  const lines = packed === '' ? [] : packed.split('\n')
  return lines.map((line) => {
    const [operator = '', key = '', label = '', text = ''] = line.split('\t')
    return { key, label, text, operator: operator === '-' || operator === '/' ? operator : '+' }
  })
}
