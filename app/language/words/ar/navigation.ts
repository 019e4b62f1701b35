import type { Words } from '../../text.ts'

/** Where one can go, in Arabic. */
export const navigation = {
  'nav.main': 'الرئيسية',
  'nav.bar': 'الشريط الجانبي',
  'nav.summary': 'الملخص',
  'nav.hub': 'المركز',
  'nav.campaigns': 'الحملات',
  'nav.attributions': 'الإسناد',
  'nav.costs': 'التكاليف',
  'nav.costs_goods': 'البضائع',
  'nav.costs_gateway': 'رسوم الدفع',
  'nav.costs_shipping': 'الشحن',
  'nav.tracking': 'التتبع',
  'nav.integrations': 'التكاملات',
  'nav.settings': 'الإعدادات',
  'nav.settings_plans': 'الباقة',
  'nav.settings_members': 'الأعضاء',
  'nav.shops': 'كل المتاجر',
  'nav.your_shop': 'متجرك',
  'nav.account': 'الحساب',
  'nav.more': 'المزيد',
} as const satisfies Words
