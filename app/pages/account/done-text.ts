/** What the form of the page before has done, by the word in the address. */
const texts: ReadonlyMap<string, string> = new Map([
  ['profile', 'Your profile is saved.'],
  ['picture', 'Your picture is saved.'],
  ['picture-removed', 'Your picture is removed.'],
  ['notifications', 'Your choice is saved.'],
  ['password-changed', 'Your password is changed. Other devices were signed out.'],
  ['mail-sent', 'We have sent the mails. Open the link in them or enter the codes here.'],
  ['email-half', 'One of the two addresses is confirmed. Confirm the other one too.'],
  ['email-changed', 'Your e-mail address is changed.'],
  ['email-kept', 'Your e-mail address stays as it is.'],
  ['email-expires', 'Your e-mail address stays as it is: without its code the change lapses by itself.'],
  ['text-sent', 'A text message with a code is on its way.'],
  ['phone-changed', 'Your phone number is saved.'],
  ['factor-added', 'Your second factor is on. Devices signed in without it were signed out.'],
  ['factor-removed', 'The second factor is removed.'],
  ['codes-stored', 'Good. Your recovery codes are ready for the day you need one.'],
  ['linked', 'The account is linked. You can sign in with it.'],
  ['unlinked', 'The account is no longer linked.'],
  ['others-out', 'All your other devices are signed out.'],
])

/** The sentence for a word in the address; undefined for anything else. */
export function doneText(word: string | null): string | undefined {
  return word === null ? undefined : texts.get(word)
}
