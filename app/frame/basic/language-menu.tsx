import { CurrentLanguage, LanguageForm } from '../../language/index.ts'
import { useSelfClosing } from '../../ui/basic/hooks.ts'

/** The language menu for visitors: beside the theme, above the page. */
export function LanguageMenu() {
  return (
    <details className="relative" ref={useSelfClosing()}>
      <summary className="touch-target flex h-8 list-none items-center gap-2 rounded-lg px-2.5 text-[13px] text-soft hover:bg-hover hover:text-ink [&::-webkit-details-marker]:hidden">
        <CurrentLanguage />
      </summary>
      <div className="absolute end-0 z-40 mt-1.5 w-44 rounded-xl border border-line bg-raised p-1.5 shadow-raised">
        <LanguageForm className="menu-item" />
      </div>
    </details>
  )
}
