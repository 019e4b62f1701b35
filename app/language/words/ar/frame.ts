import type { Words } from '../../text.ts'

/** The frame around the pages behind the sign-in, in Arabic. */
export const frame = {
  'shell.home': 'Tillsight، الصفحة الرئيسية',
  'shell.switch_shop': 'تغيير المتجر:',
  'shell.find_shop': 'ابحث عن متجر',
  'shell.no_shop_found': 'لا يوجد متجر بهذا الاسم.',
  'shell.add_shop': 'إضافة متجر',
  'shell.search': 'بحث',
  'shell.narrow': 'طي قائمة التنقل',
  'shell.wide': 'بسط قائمة التنقل',
  'shell.your_account': 'حسابك:',
  'shell.sign_out': 'تسجيل الخروج',
} as const satisfies Words
