import type { ReactNode } from 'react'
import { Form, href, useLocation, useParams } from 'react-router'
import { Check } from '../icons.ts'
import { languageNames, languages } from './languages.ts'
import { useLanguage, useText } from './use-text.tsx'

interface LanguageSwitchProps {
  readonly className: string
  /** Before the name of the language. */
  readonly icon: ReactNode
}

/** A menu item that expands to the interface languages, each under its own name. Works without JavaScript. */
export function LanguageSwitch({ className, icon }: LanguageSwitchProps) {
  return (
    <details>
      <summary className={`list-none [&::-webkit-details-marker]:hidden ${className}`}>
        {icon}
        <CurrentLanguage />
      </summary>
      <LanguageForm className={className} />
    </details>
  )
}

/** Name of the page's language, for the button that opens the menu. */
export function CurrentLanguage() {
  const t = useText()
  return (
    <span>
      <span className="sr-only">{t('language.choose')}: </span>
      {languageNames[useLanguage()]}
    </span>
  )
}

/** The languages as buttons. On a shop's page the choice is remembered for the shop too. */
export function LanguageForm({ className }: { readonly className: string }) {
  const current = useLanguage()
  const { pathname, search } = useLocation()
  const { domain } = useParams()
  return (
    <Form action={href('/language')} method="post" reloadDocument>
      <input name="back" type="hidden" value={`${pathname}${search}`} />
      {domain && <input name="shop" type="hidden" value={domain} />}
      <ul>
        {languages.map((language) => (
          <li key={language}>
            <button
              aria-current={language === current || undefined}
              className={language === current ? `${className} font-medium` : `${className} ps-9`}
              lang={language}
              name="language"
              type="submit"
              value={language}
            >
              {language === current && <Check aria-hidden className="size-4 shrink-0 text-accent" />}
              {languageNames[language]}
            </button>
          </li>
        ))}
      </ul>
    </Form>
  )
}
