import { Choice, Choices } from '../../blocks/fields/choices.tsx'
import type { ShopChoice } from './model.ts'
import { useWords } from './words.tsx'

interface ShopsChoiceProps {
  readonly shops: readonly ShopChoice[]
  /** Domains of the chosen shops; null: all. */
  readonly chosen: readonly string[] | null
  readonly error?: string | undefined
}

/** Whether somebody sees all shops or only these; works without scripts. */
export function ShopsChoice({ shops, chosen, error }: ShopsChoiceProps) {
  const { text } = useWords()
  return (
    <Choices className="group/shops min-w-0" error={error} legend={text('shops')}>
      <Choice defaultChecked={chosen === null} name="access" type="radio" value="all">
        {text('allShops')}
      </Choice>
      <Choice defaultChecked={chosen !== null} name="access" type="radio" value="certain">
        {text('theseShops')}
      </Choice>
      <div className="ms-6.5 hidden gap-0.5 group-has-[input[value=certain]:checked]/shops:grid">
        {shops.map(({ domain, name }) => (
          <Choice defaultChecked={chosen?.includes(domain) ?? false} key={domain} name="shops" value={domain}>
            <bdi>{name}</bdi> {name !== domain && <span className="text-faint">{domain}</span>}
          </Choice>
        ))}
      </div>
    </Choices>
  )
}
