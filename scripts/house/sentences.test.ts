import { deepEqual } from 'node:assert/strict'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { checkSentences, sentencesIn } from './sentences.ts'

suite('sentences in code', () => {
  test('are what is said to people, with a place for each value', () => {
    const text = `
      import { z } from 'zod'
      const Name = z.string().min(1, { error: 'Give it a name' }).max(9, 'This name is too long.')
      export const verb = { about: 'Says what it does.', name: 'verb.name' }
      if (a) throw new AppError('conflict', \`“\${name}” exists. \${why}\` + ' Choose another of the ' + \`\${count}\`)
      if (b) throw new AppError('internal', 'Only the log says this.')
      throw new Error('A fault of ours, which nobody sees.')
    `
    deepEqual(sentencesIn({ path: 'packages/domain/src/a.ts', text }), [
      'Give it a name',
      'This name is too long.',
      '“{0}” exists. {1} Choose another of the {2}',
    ])
  })

  test('have a translation in every language, and each translation says something', () => {
    deepEqual(checkSentences(join(import.meta.dirname, '..', '..')), [])
  })
})
