import type { TextBlock, TextPart } from './model.ts'

/** A text that somebody wrote: its parts are elements, never markup. */
export function TextBody({ blocks }: { readonly blocks: readonly TextBlock[] }) {
  return (
    <div className="wrap-anywhere grid gap-2 text-[13px] text-ink leading-5" dir="auto">
      {blocks.map((block, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the blocks of a text have no other name
        <Block block={block} key={index} />
      ))}
    </div>
  )
}

function Block({ block }: { readonly block: TextBlock }) {
  if (block.kind === 'heading')
    return (
      <h3 className="font-semibold text-[15px]">
        <Parts parts={block.parts} />
      </h3>
    )
  if (block.kind === 'paragraph')
    return (
      <p className="whitespace-pre-line">
        <Parts parts={block.parts} />
      </p>
    )
  const List = block.isOrdered ? 'ol' : 'ul'
  return (
    <List className={`grid gap-0.5 ps-5 ${block.isOrdered ? 'list-decimal' : 'list-disc'}`}>
      {block.items.map((parts, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the items of a list have no other name
        <li key={index}>
          <Parts parts={parts} />
        </li>
      ))}
    </List>
  )
}

function Parts({ parts }: { readonly parts: readonly TextPart[] }) {
  return parts.map(({ text, isBold = false, isItalic = false, to }, index) => {
    const look = `${isBold ? 'font-semibold' : ''} ${isItalic ? 'italic' : ''}`
    if (to === undefined)
      return (
        // oxlint-disable-next-line react/no-array-index-key -- the parts of a line have no other name
        <span className={look} key={index}>
          {text}
        </span>
      )
    return (
      <a
        className={`${look} rounded text-accent underline underline-offset-3`}
        href={to}
        // oxlint-disable-next-line react/no-array-index-key -- the parts of a line have no other name
        key={index}
        rel="noopener noreferrer nofollow"
        target="_blank"
      >
        {text}
      </a>
    )
  })
}
