import { Info } from 'lucide-react'
import { Popover, Tooltip } from 'radix-ui'
import type { ReactNode } from 'react'

interface InfoButtonProps {
  /** What is explained; names the button. */
  readonly about: string
  /** One sentence, shown on hover. */
  readonly hint: string
  /** Everything, shown on press: touch has no hover. */
  readonly children: ReactNode
}

/** The small "i" beside a name. Needs a `Tooltip.Provider` above it. */
export function InfoButton({ about, hint, children }: InfoButtonProps) {
  return (
    <Popover.Root>
      <Tooltip.Root>
        <Tooltip.Trigger asChild>
          <Popover.Trigger
            aria-label={`About ${about}`}
            className="relative grid size-6 shrink-0 place-items-center rounded-md text-faint hover:bg-hover hover:text-ink data-[state=open]:bg-hover"
          >
            <Info aria-hidden className="size-3.5" />
          </Popover.Trigger>
        </Tooltip.Trigger>
        <Tooltip.Portal>
          <Tooltip.Content
            className="z-50 max-w-72 rounded-lg bg-ink px-3 py-2 text-canvas text-xs shadow-raised"
            collisionPadding={12}
            sideOffset={6}
          >
            {hint}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
      <Popover.Portal>
        <Popover.Content
          align="start"
          aria-label={about}
          className="z-50 w-80 max-w-[calc(100vw-1.5rem)] rounded-xl border border-line bg-raised p-4 shadow-raised outline-none"
          collisionPadding={12}
          sideOffset={6}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
