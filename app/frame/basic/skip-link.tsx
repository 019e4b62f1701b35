import { useText } from '../../language/index.ts'

/** Past the navigation, for those who come by keyboard. */
export function SkipLink() {
  const t = useText()
  return (
    <a
      className="fixed start-2 top-2 z-80 -translate-y-20 rounded-lg bg-ink px-4 py-2 font-medium text-canvas focus-visible:translate-y-0 print:hidden"
      href="#content"
    >
      {t('nav.skip')}
    </a>
  )
}
