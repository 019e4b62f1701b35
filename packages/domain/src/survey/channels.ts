// Default options and the channels they map to. Pure data.

/** The option for a response in the buyer's own words. */
export const other = 'other'

interface UsualOption {
  readonly id: string
  readonly label: string
  readonly channel: string
  readonly platform: string
}

/** The default options and their channels, until the shop saves its own. */
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

/** The default question, until the shop saves its own. */
export const usualQuestion = {
  version: 0,
  text: 'How did you first hear about us?',
  options: usualOptions.map(({ id, label }) => ({ id, label })),
  allowsOther: true,
} as const

const usual = new Map(usualOptions.map((option) => [option.id, option]))

/** The default mapping of a response: known options map to their channel, all others to none. */
export function usualMeaning(answer: string): { readonly channel: string; readonly platform: string } {
  const { channel = '', platform = '' } = usual.get(answer) ?? {}
  return { channel, platform }
}

/** Channels of visits (attribution.md §5.3), and channels that no visit reveals. */
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
