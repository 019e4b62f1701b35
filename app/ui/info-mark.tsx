import { Info } from 'lucide-react'

/** The look of the small "i", with and without what it opens. */
export const infoButtonClass =
  'relative grid size-6 shrink-0 place-items-center rounded-md text-faint hover:bg-hover hover:text-ink data-[state=open]:bg-hover'

/** The "i" itself. */
export function InfoMark() {
  return <Info aria-hidden className="size-3.5" />
}
