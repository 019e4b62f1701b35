// What answers stand for. Pure data.

/** The answer of who writes their own. */
export const other = 'other'

interface UsualOption {
  readonly id: string
  readonly label: string
  readonly channel: string
  readonly platform: string
}

/** What a shop asks that has never saved a question, and what these options stand for until it says otherwise. */
const usualOptions: readonly UsualOption[] = [
  { id: 'search', label: 'Search engine such as Google or Bing', channel: 'organic_search', platform: '' },
  { id: 'meta_ad', label: 'Facebook or Instagram ad', channel: 'paid_social', platform: 'meta' },
  { id: 'tiktok', label: 'TikTok', channel: 'paid_social', platform: 'tiktok' },
  { id: 'youtube', label: 'YouTube', channel: 'organic_video', platform: 'google' },
  { id: 'friend', label: 'Friend or family', channel: 'word_of_mouth', platform: '' },
  { id: 'podcast', label: 'Podcast', channel: 'podcast', platform: '' },
  { id: 'creator', label: 'Influencer or creator', channel: 'creator', platform: '' },
  { id: 'print_tv_radio', label: 'Newspaper, TV or radio', channel: 'tv_radio_print', platform: '' },
  { id: 'in_a_shop', label: 'Saw it in a shop', channel: 'offline', platform: '' },
  { id: 'ai_assistant', label: 'AI assistant such as ChatGPT', channel: 'ai_assistant', platform: '' },
]

/** Asked by a shop that has never saved a question. */
export const usualQuestion = {
  version: 0,
  text: 'How did you first hear about us?',
  options: usualOptions.map(({ id, label }) => ({ id, label })),
  allowsOther: true,
} as const

const usual = new Map(usualOptions.map((option) => [option.id, option]))

/** What an answer stands for where nobody has said: known options their channel, all others none. */
export function usualMeaning(answer: string): { readonly channel: string; readonly platform: string } {
  const { channel = '', platform = '' } = usual.get(answer) ?? {}
  return { channel, platform }
}

/** Channels of visits (attribution.md §5.3), and those that no visit shows. */
export const knownChannels: readonly string[] = [
  'paid_search',
  'paid_search_brand',
  'paid_shopping',
  'paid_social',
  'paid_video',
  'display',
  'cross_network',
  'other_paid',
  'affiliate',
  'email',
  'sms',
  'push',
  'organic_search',
  'organic_shopping',
  'organic_social',
  'organic_video',
  'ai_assistant',
  'referral',
  'direct',
  'word_of_mouth',
  'podcast',
  'creator',
  'tv_radio_print',
  'offline',
]
