import type { ShopChoice } from './model.ts'

interface ShopsChoiceProps {
  readonly shops: readonly ShopChoice[]
  /** Domains of the chosen shops; null: all. */
  readonly chosen: readonly string[] | null
  readonly error?: string | undefined
}

const label = 'touch-target flex items-start gap-2.5 py-1 text-[13px]'
const mark = 'mt-0.5 size-4 shrink-0 accent-accent'

/** Whether somebody sees all shops or only these; works without scripts. */
export function ShopsChoice({ shops, chosen, error }: ShopsChoiceProps) {
  return (
    <fieldset className="group/shops min-w-0">
      <legend className="mb-1.5 font-medium">Shops</legend>
      <label className={label}>
        <input className={mark} defaultChecked={chosen === null} name="access" type="radio" value="all" />
        <span>All shops, also later ones</span>
      </label>
      <label className={label}>
        <input className={mark} defaultChecked={chosen !== null} name="access" type="radio" value="certain" />
        <span>These shops; nothing shows that there are others</span>
      </label>
      <div className="ms-6.5 hidden gap-0.5 group-has-[input[value=certain]:checked]/shops:grid">
        {shops.map(({ domain, name }) => (
          <label className={label} key={domain}>
            <input
              className={mark}
              defaultChecked={chosen?.includes(domain) ?? false}
              name="shops"
              type="checkbox"
              value={domain}
            />
            <span className="min-w-0 break-words">
              {name} {name !== domain && <span className="text-faint">{domain}</span>}
            </span>
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p className="mt-1 text-[13px] text-bad" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
