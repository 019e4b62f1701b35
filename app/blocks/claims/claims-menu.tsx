import 'virtual:words/claims'
import { Link } from 'react-router'
import { Hourglass } from '../../icons.ts'
import { type Language, labelled, useLanguage, useText } from '../../language/index.ts'
import { type SearchState, withSearch } from '../../search/index.ts'
import { buttonClass, MenuChoice, useAlive, useLateContent, useSelfClosing } from '../../ui/index.ts'
import { type ClaimChoice, chosenRules, withClaim } from './claim-choices.ts'

interface ClaimsMenuProps {
  readonly choices: readonly ClaimChoice[]
  readonly state: SearchState
  /**
   * Sits in a heading, without a border. A page has several such menus, so their content comes when scripts run; until then
   * they lead to the page at this address, which has all of it.
   */
  readonly elsewhere?: string
}

/**
 * Chooses the rule that platform-reported conversions are counted by; opens without JavaScript, and each choice is a link.
 */
export function ClaimsMenu({ choices, state, elsewhere }: ClaimsMenuProps) {
  const isAlive = useAlive()
  const isQuiet = elsewhere !== undefined
  const ref = useSelfClosing()
  const isDrawn = useLateContent(ref)
  const t = useText()
  const language = useLanguage()
  const chosen = chosenRules(choices, state.claims)
  const isOne = choices.length === 1
  return (
    <details className="relative min-w-0 print:hidden" ref={ref}>
      <summary
        className={`${buttonClass(isQuiet ? 'quiet' : 'secondary', 'small')} max-w-full list-none [&::-webkit-details-marker]:hidden`}
        title={t('claims.rules_long')}
      >
        <Hourglass aria-hidden className={`size-3.5 shrink-0 ${chosen.length > 0 ? 'text-accent' : ''}`} />
        <span className={`truncate ${chosen.length > 0 ? 'text-accent' : ''} ${isQuiet ? '' : 'max-sm:sr-only'}`}>
          {chosen.length === 0 ? t('claims.rules') : summaryOf(chosen, { isOne, language })}
        </span>
      </summary>
      <div
        className={`absolute top-full z-40 mt-1.5 grid max-h-[70dvh] w-80 gap-3 overflow-y-auto overscroll-contain rounded-xl border border-line bg-raised p-3 shadow-raised max-sm:fixed max-sm:inset-x-4 max-sm:top-24 max-sm:w-auto end-0`}
      >
        <p className="px-2 text-soft text-xs">{t('claims.rules_long')}</p>
        {isQuiet && !isAlive && (
          <Link className="px-2 text-[13px] text-accent underline underline-offset-3" to={elsewhere}>
            {t('nav.campaigns')}
          </Link>
        )}
        {(isDrawn && (isAlive || !isQuiet) ? choices : []).map((choice) => (
          <section aria-label={choice.name} key={choice.platform}>
            <h3 className="px-2 pb-1 text-faint text-xs">{choice.name}</h3>
            <ul>
              {[undefined, ...choice.rules].map((rule) => (
                <li key={rule?.key ?? ''}>
                  <MenuChoice
                    isChosen={ruleOf(choice, state) === rule?.key}
                    to={withSearch(state, { claims: withClaim(state.claims, choice.platform, rule?.key) })}
                  >
                    {rule ? rule.label : t('claims.own_setting')}
                  </MenuChoice>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </details>
  )
}

/** Undefined for the platform's own setting, and for a rule it does not have. */
function ruleOf({ platform, rules }: ClaimChoice, { claims }: SearchState): string | undefined {
  return rules.find(({ key }) => key === claims[platform])?.key
}

function summaryOf(
  [first, ...others]: ReturnType<typeof chosenRules>,
  { isOne, language }: { readonly isOne: boolean; readonly language: Language },
): string {
  if (!first) return ''
  const text = isOne ? first.rule : labelled(first.name, first.rule, language)
  return others.length > 0 ? `${text} + ${others.length}` : text
}
