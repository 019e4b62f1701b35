import { updatePerson } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, type PersonContext } from '../context/index.ts'
import { NotificationSettings } from '../inputs/index.ts'

/** Changes which mails the person wants. */
export const saveNotifications = defineVerb({
  name: 'notifications.save',
  needs: 'self',
  access: 'write',
  input: NotificationSettings,
  output: z.object({}),
  async run({ queries, person }: PersonContext, notifications) {
    await updatePerson(queries, person, { notifications })
    return {}
  },
})
