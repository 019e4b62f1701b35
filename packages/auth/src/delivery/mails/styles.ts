const sans = "font-family:Inter,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
const mono = "font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace"

/** Inline styles, because many mail programs keep no others. */
export const light = {
  canvas: `margin:0;padding:0;background-color:#f8f6f4;${sans}`,
  preview: 'display:none;max-height:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;color:#f8f6f4',
  brand: `padding:0 4px 20px;${sans};font-size:18px;line-height:24px;font-weight:600;letter-spacing:-0.01em;color:#1b1718`,
  card: 'padding:36px 32px;background-color:#ffffff;border:1px solid #e9e4e1;border-radius:14px',
  title: `margin:0 0 16px;${sans};font-size:22px;line-height:30px;font-weight:600;letter-spacing:-0.01em;color:#1b1718`,
  paragraph: `margin:0 0 12px;${sans};font-size:16px;line-height:25px;color:#574f50`,
  buttonCell: 'border-radius:8px;background-color:#1b1718',
  button: `display:inline-block;padding:13px 24px;${sans};font-size:16px;line-height:22px;font-weight:600;color:#ffffff;text-decoration:none;border-radius:8px;background-color:#1b1718`,
  codeLabel: `margin:28px 0 8px;${sans};font-size:14px;line-height:20px;color:#574f50`,
  code: `margin:0;padding:16px 12px;${mono};font-size:28px;line-height:36px;font-weight:600;letter-spacing:0.2em;text-indent:0.2em;text-align:center;color:#1b1718;background-color:#f3f0ee;border-radius:10px`,
  address: `margin:28px 0 0;${sans};font-size:13px;line-height:20px;color:#716868`,
  link: 'color:#143d8a;text-decoration:underline;word-break:break-all',
  small: `margin:0 0 8px;${sans};font-size:13px;line-height:20px;color:#716868`,
  quietLink: 'color:#716868;text-decoration:underline',
} as const

const dark: readonly (readonly [selector: string, rules: string])[] = [
  ['.canvas', 'background-color:#151112!important'],
  ['.card', 'background-color:#221d1e!important;border-color:#383132!important'],
  ['.ink', 'color:#f4f0ee!important'],
  ['.soft', 'color:#c0b6b3!important'],
  ['.faint', 'color:#a0958f!important'],
  ['.code', 'color:#f4f0ee!important;background-color:#2f292a!important'],
  ['.button', 'color:#1b1718!important;background-color:#f4f0ee!important'],
  ['.link', 'color:#93b9e6!important'],
]

/** For mail programs in dark mode; Outlook marks the page instead of matching the query. */
export const darkStyles = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  `@media (prefers-color-scheme:dark){${dark.map(([selector, rules]) => `${selector}{${rules}}`).join('')}}`,
  ...dark.map(([selector, rules]) => `[data-ogsc] ${selector},[data-ogsb] ${selector}{${rules}}`),
].join('\n')
