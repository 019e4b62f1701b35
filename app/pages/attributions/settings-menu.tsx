import { Form } from 'react-router'
import {
  type CreditChoice,
  countSettings,
  creditSearch,
  hasOtherRules,
  modelName,
  windowText,
} from '../../blocks/credit/credit-choice.ts'
import { SlidersHorizontal } from '../../icons.ts'
import { type CreditPatch, type SearchState, toSearch } from '../../search/index.ts'
import { Button, DetailsMenu, MenuChoice } from '../../ui/index.ts'

interface SettingsMenuProps {
  readonly state: SearchState
  readonly choice: CreditChoice
  /** Defaults of the shop, unless the address overrides them. */
  readonly usual: CreditChoice
  /** The shop's own rules, without the person's last model; null for people who may not change them. */
  readonly rules: CreditChoice | null
}

interface Setting {
  readonly label: string
  readonly key: Exclude<keyof CreditChoice, 'model' | 'clicks' | 'views' | 'half'>
  readonly choices: readonly {
    readonly value: string
    readonly label: string
    readonly about: string
    readonly patch: CreditPatch
  }[]
}

const settings: readonly Setting[] = [
  {
    label: 'Day of credit',
    key: 'dates',
    choices: [
      {
        value: 'order',
        label: 'Of the order',
        about: 'Agrees with the summary day by day.',
        patch: { dates: 'order' },
      },
      {
        value: 'touch',
        label: 'Of the contact',
        about: 'Revenue meets the spend that caused it; recent days keep growing.',
        patch: { dates: 'touch' },
      },
    ],
  },
  {
    label: 'Day of refunds',
    key: 'refunds',
    choices: [
      {
        value: 'order',
        label: 'Of the order',
        about: 'Net revenue is what is left of these days’ orders, so past days can fall.',
        patch: { refunds: 'order' },
      },
      {
        value: 'own',
        label: 'Their own',
        about: 'Net revenue falls on the day something came back, as returns do in the summary; past days stay.',
        patch: { refunds: 'own' },
      },
    ],
  },
  {
    label: 'What is shared out',
    key: 'value',
    choices: [
      {
        value: 'orders',
        label: 'Order revenue',
        about: 'After discounts, with shipping and tax.',
        patch: { value: 'orders' },
      },
      {
        value: 'goods',
        label: 'Goods',
        about: 'After discounts, without shipping and tax.',
        patch: { value: 'goods' },
      },
    ],
  },
  {
    label: 'Customers',
    key: 'buyers',
    choices: [
      { value: 'all', label: 'All', about: '', patch: { buyers: 'all' } },
      { value: 'new', label: 'New', about: 'First orders alone.', patch: { buyers: 'new' } },
      {
        value: 'returning',
        label: 'Returning',
        about: 'Orders of those who had bought before.',
        patch: { buyers: 'returning' },
      },
    ],
  },
  {
    label: 'Direct visits',
    key: 'direct',
    choices: [
      { value: 'include', label: 'Earn like others', about: '', patch: { direct: 'include' } },
      {
        value: 'drop',
        label: 'Earn only where alone',
        about: 'Their part goes to the other contacts of the journey. Models with a rule of their own ignore it.',
        patch: { direct: 'drop' },
      },
    ],
  },
  {
    label: 'A journey reaches back',
    key: 'scope',
    choices: [
      {
        value: 'window',
        label: 'As far as the window',
        about: 'A contact before an earlier order can earn from a later one too.',
        patch: { scope: 'window' },
      },
      {
        value: 'order',
        label: 'To the order before',
        about: 'Each contact earns from the order after it alone.',
        patch: { scope: 'order' },
      },
    ],
  },
]

/** The remaining attribution settings; each choice is a link. */
export function SettingsMenu({ state, choice, usual, rules }: SettingsMenuProps) {
  const others = countSettings(choice, usual)
  return (
    <DetailsMenu
      hint="Dates, refunds, value, customers, direct visits"
      icon={SlidersHorizontal}
      isMarked={others > 0}
      label={others > 0 ? `Settings (${others})` : 'Settings'}
      width="wide"
    >
      {settings.map(({ key, label, choices }) => (
        <section aria-label={label} key={key}>
          <h3 className="px-2 pb-1 text-faint text-xs">{label}</h3>
          <ul>
            {choices.map(({ value, label: name, about, patch }) => (
              <li key={value}>
                <MenuChoice isChosen={choice[key] === value} to={creditSearch(state, patch)}>
                  {name}
                  {about && <span className="block font-normal text-faint text-xs">{about}</span>}
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
  return (
    <Form className="border-line border-t px-2 pt-3" method="post" preventScrollReset>
      <p className="mb-2 text-pretty text-soft text-xs">
        The shop gives credit otherwise: by “{modelName(choice.model)}”, {windowText(choice)} and the settings above it
        would do so for everybody, also in the own columns of campaigns.
      </p>
      <Button name="intent" size="small" type="submit" value="rules">
        Make these the shop’s rules
      </Button>
    </Form>
  )
}

/** Half-life of time decay; a GET form, so that it works without scripts. */
function HalfLife({ state, choice }: Pick<SettingsMenuProps, 'state' | 'choice'>) {
  const others = [...new URLSearchParams(toSearch({ ...state, credit: { ...state.credit, half: undefined } }))]
  return (
    <Form className="border-line border-t px-2 pt-3" method="get" preventScrollReset>
      {others.map(([key, text]) => (
        <input key={`${key}=${text}`} name={key} type="hidden" value={text} />
      ))}
      <label className="flex flex-wrap items-center gap-2 text-[13px]">
        <span className="min-w-0 flex-1">
          Half-life of time decay, in days
          <span className="block text-faint text-xs">After so long before the order a contact counts half.</span>
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
        <Button size="small">Set</Button>
      </label>
    </Form>
  )
}
