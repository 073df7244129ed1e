import type { ConfigProviderProps, ThemeConfig } from 'antd'
import { theme as antd, ConfigProvider } from 'antd'
import enUS from 'antd/locale/en_US.js'
import zhCN from 'antd/locale/zh_CN.js'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn.js'
import { type ReactNode, useLayoutEffect, useMemo } from 'react'
import { useLang } from '../../i18n/use-t.ts'
import { useTheme } from '../../theme/theme.ts'
import { token, tokenPx } from '../../theme/tokens.ts'

type Locale = NonNullable<ConfigProviderProps['locale']>
/** The locale files are CommonJS: what their import gives differs between bundler and compiler. */
const localeOf = (module: Locale | { readonly default: Locale }): Locale => ('default' in module ? module.default : module)

const themeOf = (dark: boolean): ThemeConfig => ({
  algorithm: dark ? antd.darkAlgorithm : antd.defaultAlgorithm,
  token: {
    colorPrimary: token('--ll-primary'),
    colorBgBase: token('--ll-surface'),
    colorBgElevated: token('--ll-floating'),
    colorTextBase: token('--ll-text'),
    colorBorder: token('--ll-line-hard'),
    colorError: token('--ll-danger'),
    fontFamily: token('--ll-font'),
    fontSize: tokenPx('--ll-text-14'),
    borderRadius: tokenPx('--ll-radius'),
    controlHeight: tokenPx('--ll-control'),
  },
})

/** Widgets of the component library in our tokens and the language on the screen; they come with the chunk that needs them. */
export const Themed = ({ children }: { children: ReactNode }) => {
  const lang = useLang()
  const name = useTheme()
  const config = useMemo(() => themeOf(name === 'dark'), [name])
  useLayoutEffect(() => {
    dayjs.locale(lang === 'zh' ? 'zh-cn' : 'en')
  }, [lang])
  return (
    <ConfigProvider theme={config} locale={localeOf(lang === 'zh' ? zhCN : enUS)}>
      {children}
    </ConfigProvider>
  )
}
