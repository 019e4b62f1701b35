import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { explainPacking, notCsv } from './inspect-text.ts'

const longestLine = 1 << 20

/** Lines of UTF-8 text with their line ends, many at a time. Lone carriage returns end lines where there is nothing else. */
export async function* readLines(text: Readable): AsyncGenerator<string[]> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let lineEnd: '\n' | '\r' | undefined
  try {
    for await (const chunk of text) {
      rest += decoder.write(chunk)
      lineEnd ??= chooseLineEnd(rest)
      if (lineEnd === undefined) continue
      const lines = splitLines(rest, lineEnd)
      rest = lines.pop() ?? ''
      if (rest.length > longestLine)
        throw notCsv('holds a line of more than a million characters', 'Export it again in CSV.')
      if (lines.length > 0) yield lines
    }
  } catch (error) {
    throw explainPacking(error)
  } finally {
    text.destroy()
  }
  const last = splitLines(rest + decoder.end(), lineEnd ?? '\r').filter((line) => line !== '')
  if (last.length > 0) yield last
}

function chooseLineEnd(start: string): '\n' | '\r' | undefined {
  if (start.includes('\n')) return '\n'
  return start.length > longestLine ? '\r' : undefined
}

function splitLines(text: string, lineEnd: string): string[] {
  const lines: string[] = []
  let start = 0
  for (let end = text.indexOf(lineEnd); end !== -1; end = text.indexOf(lineEnd, start)) {
    lines.push(text.slice(start, end + 1))
    start = end + 1
  }
  lines.push(text.slice(start))
  return lines
}
