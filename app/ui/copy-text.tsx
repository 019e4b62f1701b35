import { Check, Copy } from 'lucide-react'
import { useCopy } from './basic/hooks.ts'
import { Button } from './basic/parts.tsx'
import { Scroller } from './parts.tsx'

interface CopyTextProps {
  readonly label: string
  readonly text: string
  /** Code of many lines: it keeps them, and shows the first dozen until it is scrolled. */
  readonly isCode?: boolean
}

/** A text to paste elsewhere; without scripts it can still be selected whole. */
export function CopyText({ label, text, isCode = false }: CopyTextProps) {
  const { isCopied, copy } = useCopy()
  const Icon = isCopied ? Check : Copy
  return (
    <div className="rounded-lg border border-line bg-sunken">
      <div className="flex items-center justify-between gap-3 border-line border-b py-1.5 ps-3.5 pe-1.5">
        <span className="font-medium text-[13px]">{label}</span>
        <Button aria-label={`Copy ${label}`} onClick={() => copy(text)} size="small" type="button">
          <Icon aria-hidden className="size-3.5" /> {isCopied ? 'Copied' : 'Copy'}
        </Button>
        <span aria-live="polite" className="sr-only">
          {isCopied ? 'Copied' : ''}
        </span>
      </div>
      {isCode ? <Lines label={label} text={text} /> : <Line text={text} />}
    </div>
  )
}

function Line({ text }: Pick<CopyTextProps, 'text'>) {
  return (
    <code className="block select-all break-all px-3.5 py-3 text-[13px] leading-6" dir="ltr">
      {text}
    </code>
  )
}

function Lines({ label, text }: Omit<CopyTextProps, 'isCode'>) {
  return (
    <Scroller className="max-h-64" label={`${label}, code`}>
      <pre className="w-fit select-all px-3.5 py-3 text-[13px] leading-6" dir="ltr">
        {text}
      </pre>
    </Scroller>
  )
}
