import { Check, Copy } from 'lucide-react'
import { Button, useCopy } from '../../ui/index.ts'

interface CopyRowProps {
  readonly label: string
  readonly text: string
}

/** A text to enter elsewhere; without scripts it can still be selected whole. */
export function CopyRow({ label, text }: CopyRowProps) {
  const { isCopied, copy } = useCopy()
  const Icon = isCopied ? Check : Copy
  return (
    <div className="flex items-start gap-2 rounded-lg border border-line bg-sunken py-1.5 ps-3.5 pe-1.5">
      <code className="min-w-0 flex-1 select-all break-all py-1 text-[13px] leading-6" dir="ltr">
        {text}
      </code>
      <Button aria-label={`Copy ${label}`} onClick={() => copy(text)} size="small" type="button">
        <Icon aria-hidden className="size-3.5" /> {isCopied ? 'Copied' : 'Copy'}
      </Button>
      <span aria-live="polite" className="sr-only">
        {isCopied ? 'Copied' : ''}
      </span>
    </div>
  )
}
