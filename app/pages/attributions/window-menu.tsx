import { type CreditChoice, creditSearch, windowText } from '../../blocks/credit/credit-choice.ts'
import { History } from '../../icons.ts'
import { clickWindows, type SearchState, viewWindows } from '../../search/index.ts'
import { DetailsMenu, MenuChoice } from '../../ui/index.ts'

interface WindowMenuProps {
  readonly state: SearchState
  readonly choice: CreditChoice
  /** Defaults of the shop, unless the address overrides them. */
  readonly usual: CreditChoice
}

/** The attribution window: how long before the order a touchpoint counts. */
export function WindowMenu({ state, choice, usual }: WindowMenuProps) {
  const isUsual = choice.clicks === usual.clicks && choice.views === usual.views
  return (
    <DetailsMenu
      hint="How long before the order a contact counts"
      icon={History}
      isMarked={!isUsual}
      isRead
      label={windowText(choice)}
    >
      <p className="px-2 text-soft text-xs">
        How long before an order a contact may lie to earn from it, to the millisecond. A longer window never takes a
        contact away.
      </p>
      <div className="grid grid-cols-2 gap-3">
        <section aria-label="Clicks and visits">
          <h3 className="px-2 pb-1 text-faint text-xs">Clicks and visits</h3>
          <ul>
            {clickWindows.map((clicks) => (
              <li key={clicks}>
                <MenuChoice isChosen={clicks === choice.clicks} to={creditSearch(state, { clicks })}>
                  {clicks === 'ever' ? 'Ever' : daysText(clicks)}
                </MenuChoice>
              </li>
            ))}
          </ul>
        </section>
        <section aria-label="Ad views">
          <h3 className="px-2 pb-1 text-faint text-xs">Ad views</h3>
          <ul>
            {viewWindows.map((views) => (
              <li key={views}>
                <MenuChoice isChosen={views === choice.views} to={creditSearch(state, { views })}>
                  {views === '0' ? 'None' : daysText(views)}
                </MenuChoice>
              </li>
            ))}
          </ul>
          <p className="px-2 pt-1 text-faint text-xs">Views earn under “Clicks and views” alone.</p>
        </section>
      </div>
    </DetailsMenu>
  )
}

function daysText(days: string): string {
  return days === '1' ? '1 day' : `${days} days`
}
