import { Check, Copy } from '../icons.ts'
import { useText } from '../language/index.ts'
import { useCopy } from './basic/hooks.ts'
import { Button } from './basic/parts.tsx'
import { Scroller } from './parts.tsx'

interface CopyTextProps {
  readonly label: string
  readonly text: string
  /** Code of several lines: line breaks are kept, and about a dozen lines are visible before scrolling. */
  readonly isCode?: boolean
}

/** A text to paste elsewhere; without scripts it can still be selected whole. */
export function CopyText({ label, text, isCode = false }: CopyTextProps) {
  const { isCopied, copy } = useCopy()
  const t = useText()
  const Icon = isCopied ? Check : Copy
  return (
    <div className="rounded-lg border border-line bg-sunken">
      <div className="flex items-center justify-between gap-3 border-line border-b py-1.5 ps-3.5 pe-1.5">
        <span className="font-medium text-[13px]">{label}</span>
        <Button aria-label={`${t('action.copy')} ${label}`} onClick={() => copy(text)} size="small" type="button">
          <Icon aria-hidden className="size-3.5" /> {isCopied ? t('action.copied') : t('action.copy')}
        </Button>
        <span aria-live="polite" className="sr-only">
          {isCopied ? t('action.copied') : ''}
        </span>
      </div>
      {isCode ? <Lines label={label} text={text} /> : <Line text={text} />}
    </div>
  )
}

function Line({ text }: Pick<CopyTextProps, 'text'>) {
  return (
    <code className="block select-all wrap-anywhere px-3.5 py-3 text-[13px] leading-6" dir="ltr">
      {text}
    </code>
  )
}

function Lines({ label, text }: Omit<CopyTextProps, 'isCode'>) {
  return (
    <Scroller className="max-h-64" label={label}>
      <pre className="w-fit select-all px-3.5 py-3 text-[13px] leading-6" dir="ltr">
        {text}
      </pre>
    </Scroller>
  )
}
