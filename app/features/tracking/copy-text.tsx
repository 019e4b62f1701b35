import { Check, Copy } from 'lucide-react'
import { Button, useCopy } from '../../ui/index.ts'

interface CopyTextProps {
  readonly label: string
  readonly text: string
}

/** A text to paste elsewhere; without scripts it can still be selected whole. */
export function CopyText({ label, text }: CopyTextProps) {
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
      <code className="block select-all break-all px-3.5 py-3 text-[13px] leading-6" dir="ltr">
        {text}
      </code>
    </div>
  )
}
