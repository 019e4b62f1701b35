import { Form } from 'react-router'
import {
  type CreditChoice,
  countSettings,
  creditSearch,
  hasOtherRules,
  modelName,
  windowText,
} from '../../blocks/credit/credit-choice.ts'
import { useCreditWords } from '../../blocks/credit/words.ts'
import { SlidersHorizontal } from '../../icons.ts'
import { type CreditPatch, type SearchState, toSearch } from '../../search/index.ts'
import { Button, DetailsMenu, MenuChoice } from '../../ui/index.ts'
import { useWords, type WordKey } from './words.ts'

interface SettingsMenuProps {
  readonly state: SearchState
  readonly choice: CreditChoice
  /** Defaults of the shop, unless the address overrides them. */
  readonly usual: CreditChoice
  /** The shop's own rules, without the person's last model; null for people who may not change them. */
  readonly rules: CreditChoice | null
}

interface Setting {
  readonly key: Exclude<keyof CreditChoice, 'model' | 'clicks' | 'views' | 'half'>
  readonly label: WordKey
  readonly choices: readonly {
    readonly label: WordKey
    /** Absent where the label says it all. */
    readonly about?: WordKey
    readonly patch: CreditPatch
  }[]
}

const settings: readonly Setting[] = [
  {
    key: 'dates',
    label: 'settings.dates',
    choices: [
      { label: 'settings.dates.order', about: 'settings.dates.order_about', patch: { dates: 'order' } },
      { label: 'settings.dates.touch', about: 'settings.dates.touch_about', patch: { dates: 'touch' } },
    ],
  },
  {
    key: 'refunds',
    label: 'settings.refunds',
    choices: [
      { label: 'settings.refunds.order', about: 'settings.refunds.order_about', patch: { refunds: 'order' } },
      { label: 'settings.refunds.own', about: 'settings.refunds.own_about', patch: { refunds: 'own' } },
    ],
  },
  {
    key: 'value',
    label: 'settings.value',
    choices: [
      { label: 'settings.value.orders', about: 'settings.value.orders_about', patch: { value: 'orders' } },
      { label: 'settings.value.goods', about: 'settings.value.goods_about', patch: { value: 'goods' } },
    ],
  },
  {
    key: 'buyers',
    label: 'settings.buyers',
    choices: [
      { label: 'settings.buyers.all', patch: { buyers: 'all' } },
      { label: 'settings.buyers.new', about: 'settings.buyers.new_about', patch: { buyers: 'new' } },
      { label: 'settings.buyers.returning', about: 'settings.buyers.returning_about', patch: { buyers: 'returning' } },
    ],
  },
  {
    key: 'direct',
    label: 'settings.direct',
    choices: [
      { label: 'settings.direct.include', patch: { direct: 'include' } },
      { label: 'settings.direct.drop', about: 'settings.direct.drop_about', patch: { direct: 'drop' } },
    ],
  },
  {
    key: 'scope',
    label: 'settings.scope',
    choices: [
      { label: 'settings.scope.window', about: 'settings.scope.window_about', patch: { scope: 'window' } },
      { label: 'settings.scope.order', about: 'settings.scope.order_about', patch: { scope: 'order' } },
    ],
  },
]

/** The remaining attribution settings; each choice is a link. */
export function SettingsMenu({ state, choice, usual, rules }: SettingsMenuProps) {
  const others = countSettings(choice, usual)
  const say = useWords()
  return (
    <DetailsMenu
      hint={say('settings.hint')}
      icon={SlidersHorizontal}
      isMarked={others > 0}
      label={others > 0 ? say('settings.menu_count', { count: others }) : say('settings.menu')}
      width="wide"
    >
      {settings.map(({ key, label, choices }) => (
        <section aria-label={say(label)} key={key}>
          <h3 className="px-2 pb-1 text-faint text-xs">{say(label)}</h3>
          <ul>
            {choices.map(({ label: name, about, patch }) => (
              <li key={name}>
                <MenuChoice isChosen={choice[key] === patch[key]} to={creditSearch(state, patch)}>
                  {say(name)}
                  {about && <span className="block font-normal text-faint text-xs">{say(about)}</span>}
                </MenuChoice>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <HalfLife choice={choice} state={state} />
      {rules && hasOtherRules(choice, rules) && <KeepForShop choice={choice} />}
    </DetailsMenu>
  )
}

/** Makes the current attribution settings the shop's default. */
function KeepForShop({ choice }: Pick<SettingsMenuProps, 'choice'>) {
  const say = useWords()
  const sayCredit = useCreditWords()
  return (
    <Form className="border-line border-t px-2 pt-3" method="post" preventScrollReset>
      <p className="mb-2 text-pretty text-soft text-xs">
        {say('settings.keep_about', {
          model: modelName(choice.model, sayCredit),
          window: windowText(choice, sayCredit),
        })}
      </p>
      <Button name="intent" size="small" type="submit" value="rules">
        {say('settings.keep')}
      </Button>
    </Form>
  )
}

/** Half-life of time decay; a GET form, so that it works without scripts. */
function HalfLife({ state, choice }: Pick<SettingsMenuProps, 'state' | 'choice'>) {
  const others = [...new URLSearchParams(toSearch({ ...state, credit: { ...state.credit, half: undefined } }))]
  const say = useWords()
  return (
    <Form className="border-line border-t px-2 pt-3" method="get" preventScrollReset>
      {others.map(([key, text]) => (
        <input key={`${key}=${text}`} name={key} type="hidden" value={text} />
      ))}
      <label className="flex flex-wrap items-center gap-2 text-[13px]">
        <span className="min-w-0 flex-1">
          {say('settings.half')}
          <span className="block text-faint text-xs">{say('settings.half_about')}</span>
        </span>
        <input
          className="h-8 w-20 rounded-lg border border-line bg-surface px-2 text-end pointer-coarse:h-11 pointer-coarse:text-base"
          defaultValue={choice.half}
          inputMode="numeric"
          key={choice.half}
          max={365}
          min={1}
          name="half"
          type="number"
        />
        <Button size="small">{say('settings.half_set')}</Button>
      </label>
    </Form>
  )
}
