import { Lexer, type Token, type Tokens } from 'marked'
import type { TextBlock, TextPart } from './model.ts'

/** Reads a text in a small part of Markdown. Whatever else is in it, HTML too, is text as it was typed. */
export function printText(text: string): TextBlock[] {
  return new Lexer({ gfm: false }).lex(text).flatMap(toBlocks)
}

function toBlocks(token: Token): TextBlock[] {
  switch (token.type) {
    case 'space':
      return []
    case 'heading':
      return [{ kind: 'heading', parts: toParts(token.tokens) }]
    case 'paragraph':
    case 'text':
      return [{ kind: 'paragraph', parts: toParts(token.tokens ?? [token]) }]
    case 'list':
      return [toList(token as Tokens.List)]
    default:
      return [{ kind: 'paragraph', parts: [{ text: token.raw.trim() }] }]
  }
}

function toList({ ordered, items }: Tokens.List): TextBlock {
  const texts = items.map(({ tokens }) =>
    tokens.flatMap((token) => ('tokens' in token && token.type === 'text' ? toParts(token.tokens) : toParts([token]))),
  )
  return { kind: 'list', isOrdered: ordered, items: texts }
}

type Look = Omit<TextPart, 'text'>

function toParts(tokens: readonly Token[] = [], look: Look = {}): TextPart[] {
  return tokens.flatMap((token): TextPart[] => {
    switch (token.type) {
      case 'strong':
        return toParts(token.tokens, { ...look, isBold: true })
      case 'em':
        return toParts(token.tokens, { ...look, isItalic: true })
      case 'link':
        return isOnWeb(token['href'])
          ? toParts(token.tokens, { ...look, to: token['href'] })
          : [{ ...look, text: token.raw }]
      case 'br':
        return [{ text: '\n' }]
      case 'escape':
      case 'text':
        return [{ ...look, text: (token as Tokens.Text).text }]
      default:
        return [{ ...look, text: token.raw }]
    }
  })
}

function isOnWeb(address: unknown): address is string {
  return typeof address === 'string' && /^https?:\/\//i.test(address) && URL.canParse(address)
}
