import 'virtual:words/period'
import 'virtual:words/command'
import { defaultFilter, Command as Menu } from 'cmdk'
import { useEffect, useRef, useState } from 'react'
import { Form, href, useFetcher, useLocation, useNavigate, useSubmit } from 'react-router'
import { Search } from '../../icons.ts'
import { useText } from '../../language/index.ts'
import { showToast } from '../../ui/index.ts'
import type { OverlayControls } from '../../ui/overlays/index.ts'
import { themeFetcher } from '../basic/index.ts'
import { useShops } from '../use-shops.ts'
import { type Command, commandsFor, type Deed, groups } from './commands.ts'
import type { CommandData, CommandPlace } from './model.ts'
import { noteRecent, readRecent } from './recent.ts'

/** Finds a page, a shop, a figure, days or an action by a few letters of its name. */
export function CommandMenu({ shop, close, titleId }: CommandPlace & OverlayControls<'help'>) {
  const t = useText()
  const { pathname, search } = useLocation()
  const [typed, setTyped] = useState('')
  const [recentIds] = useState(readRecent)
  const leaving = useRef<HTMLFormElement>(null)
  const loaded = useCommandData(shop?.domain)
  const shops = useShops()
  const commands = commandsFor({ t, shops: shops ?? [], shop, pathname, search, data: loaded.data })
  const recent = recentIds.flatMap((id) => commands.find((command) => command.id === id) ?? [])
  const [chosen, setChosen] = useFirst(typed === '' ? recent[0]?.id : undefined)
  const carryOut = useDeed({ close, domain: shop?.domain, signOut: () => leaving.current?.requestSubmit() })
  const choose = (command: Command) => {
    noteRecent(command.id)
    carryOut(command.deed)
  }
  return (
    <Menu filter={rank} label={t('command.title')} loop onValueChange={setChosen} value={chosen} vimBindings={false}>
      <h2 className="sr-only" id={titleId}>
        {t('command.title')}
      </h2>
      <div className="flex items-center gap-2.5 border-line border-b px-4">
        <Search aria-hidden className="size-4 shrink-0 text-faint" />
        <Menu.Input
          className="h-13 w-full min-w-0 bg-transparent text-base outline-none placeholder:text-faint"
          onValueChange={setTyped}
          placeholder={t('command.placeholder')}
          value={typed}
        />
      </div>
      <Menu.List
        className="max-h-[min(24rem,60dvh)] overflow-y-auto overscroll-contain scroll-py-2 p-2"
        label={t('command.results')}
      >
        <Menu.Empty className="px-3 py-8 text-center text-faint">{t('command.nothing')}</Menu.Empty>
        {typed === '' && recent.length > 0 && (
          <Menu.Group className={groupClass} heading={t('command.group_recent')}>
            {recent.map((command) => (
              <CommandItem choose={choose} command={command} isRecent key={command.id} />
            ))}
          </Menu.Group>
        )}
        {groups.map((group) => (
          <Menu.Group className={groupClass} heading={t(`command.group_${group}`)} key={group}>
            {commands
              .filter((command) => command.group === group)
              .map((command) => (
                <CommandItem choose={choose} command={command} key={command.id} />
              ))}
          </Menu.Group>
        ))}
        {/* Not before figures and shops are there: it would be chosen, and stay so, where one of them is meant. */}
        {shop && shops !== undefined && loaded.state !== 'loading' && typed.trim().length >= shortestQuestion && (
          <Menu.Group className={groupClass} forceMount>
            <CommandItem
              choose={(command) => carryOut(command.deed)}
              command={askCommand(t, shop.domain, typed)}
              isAlways
            />
          </Menu.Group>
        )}
      </Menu.List>
      <Foot state={loaded.state} />
      <Form action={href('/auth/logout')} hidden method="post" ref={leaving} reloadDocument />
    </Menu>
  )
}

const shortestQuestion = 3

/** What was typed as a question to the shop's figures; it is no recent command, as it is never asked for again by its name. */
function askCommand(t: ReturnType<typeof useText>, domain: string, question: string): Command {
  return {
    id: 'ask',
    group: 'metrics',
    label: t('command.ask', { question }),
    deed: { kind: 'go', to: `${href('/shop/:domain/ask', { domain })}?${new URLSearchParams({ q: question })}` },
  }
}

/** The entry that Enter runs: the latest recent one once it is known, then the one selected by arrows. */
function useFirst(recent: string | undefined): [string, (value: string) => void] {
  const [chosen, setChosen] = useState('')
  const [known, setKnown] = useState<string>()
  if (recent !== known) {
    setKnown(recent)
    if (recent !== undefined) setChosen(`recent:${recent}`)
  }
  return [chosen, setChosen]
}

const groupClass =
  '[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-faint [&_[cmdk-group-heading]]:text-xs'

/** Ids are not searched, only label and note. */
function rank(_id: string, typed: string, words?: string[]): number {
  return defaultFilter(words?.join(' ') ?? '', typed)
}

type LoadState = 'loading' | 'failed' | 'there'

function Foot({ state }: { readonly state: LoadState }) {
  const t = useText()
  return (
    <footer className="flex min-h-9 items-center gap-4 border-line border-t px-4 py-2 text-faint text-xs max-sm:not-has-[output:not(:empty)]:hidden">
      <output className="flex-1">
        {state === 'loading' && t('command.loading')}
        {state === 'failed' && t('command.failed')}
      </output>
      <span aria-hidden className="flex gap-4 max-sm:hidden">
        <span>↑ ↓ {t('command.choose')}</span>
        <span>↵ {t('command.run')}</span>
        <span>Esc {t('command.close')}</span>
      </span>
    </footer>
  )
}

/** Metrics and views load a moment after the menu: pages and periods are there at once. */
function useCommandData(domain: string | undefined): {
  readonly data: CommandData | undefined
  readonly state: LoadState
} {
  const fetcher = useFetcher<CommandData | null>()
  const asked = useRef(false)
  const [isLate, setIsLate] = useState(false)
  const { load, state, data } = fetcher
  useEffect(() => {
    if (domain === undefined || asked.current) return
    asked.current = true
    void load(href('/shop/:domain/command', { domain })).then(() => setIsLate(true))
  }, [domain, load])
  if (data || domain === undefined) return { data: data ?? undefined, state: 'there' }
  return { data: undefined, state: isLate && state === 'idle' ? 'failed' : 'loading' }
}

interface CommandItemProps {
  readonly command: Command
  readonly choose: (command: Command) => void
  /** Shown under "recent" too, besides its own group. */
  readonly isRecent?: boolean
  /** Shown whatever is typed. */
  readonly isAlways?: boolean
}

/** An entry of the menu: label, note and shortcut. */
function CommandItem({ command, choose, isRecent = false, isAlways = false }: CommandItemProps) {
  const { id, label, note, keys } = command
  return (
    <Menu.Item
      className="flex min-h-9 cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5 data-[selected=true]:bg-hover pointer-coarse:min-h-11"
      forceMount={isAlways}
      keywords={[label, note ?? '']}
      onSelect={() => choose(command)}
      value={isRecent ? `recent:${id}` : id}
    >
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {note && <span className="max-w-[45%] shrink-0 truncate text-faint text-xs">{note}</span>}
      {keys && (
        <span aria-hidden className="flex shrink-0 gap-1 pointer-coarse:hidden" dir="ltr">
          {keys.split(' ').map((key) => (
            <kbd className="rounded border border-line px-1 text-faint text-xs" key={key}>
              {key}
            </kbd>
          ))}
        </span>
      )}
    </Menu.Item>
  )
}

interface DeedWays {
  readonly close: (result?: 'help') => void
  readonly domain: string | undefined
  readonly signOut: () => void
}

/** Runs the chosen command and closes the menu. */
function useDeed({ close, domain, signOut }: DeedWays): (deed: Deed) => void {
  const navigate = useNavigate()
  const theme = useFetcher({ key: themeFetcher })
  const submit = useSubmit()
  const copyLink = useCopyLink()
  const { pathname, search } = useLocation()
  const here = { back: `${pathname}${search}`, ...(domain ? { shop: domain } : {}) }
  return (deed) => {
    close(deed.kind === 'help' ? 'help' : undefined)
    switch (deed.kind) {
      case 'go':
        return void navigate(deed.to, { preventScrollReset: deed.to.startsWith(`${pathname}?`) })
      case 'download':
        return location.assign(deed.from)
      case 'theme':
        return void theme.submit(
          { theme: deed.theme, ...here },
          { action: href('/theme'), method: 'post', defaultShouldRevalidate: false },
        )
      case 'language':
        // Submitted by the page: a fetcher would be unmounted with the menu.
        return void submit({ language: deed.language, ...here }, { action: href('/language'), method: 'post' })
      case 'copy_link':
        return copyLink()
      case 'print':
        // After the menu has closed.
        return void setTimeout(() => print(), 300)
      case 'sign_out':
        return signOut()
      case 'help':
    }
  }
}

function useCopyLink(): () => void {
  const t = useText()
  return () =>
    void navigator.clipboard.writeText(location.href).then(
      () => showToast(t('command.link_copied')),
      () => showToast(t('command.link_not_copied'), 'failed'),
    )
}
