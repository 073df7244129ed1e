import { theme as antd, ConfigProvider, type ThemeConfig } from 'antd'
import zhCN from 'antd/es/locale/zh_CN.js'
import { type ReactNode, useMemo } from 'react'
import { useLang } from '../i18n/use-t.ts'
import { type ThemeName, useDensity, useTheme } from '../theme/theme.ts'
import { token, tokenPx } from '../theme/tokens.ts'
import { useBodyScale } from '../theme/use-media.ts'

const still = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Our tokens as a theme of antd. antd computes with colours, so it gets values instead of CSS variables. */
const configOf = (name: ThemeName, scale: number): ThemeConfig => ({
  algorithm: token('--ll-scheme') === 'dark' ? antd.darkAlgorithm : antd.defaultAlgorithm,
  // antd caches styles by this key, so each text scale needs its own.
  cssVar: { key: `${name}-${Math.round(scale * 100)}` },
  token: {
    fontFamily: token('--ll-font'),
    fontSize: tokenPx('--ll-text-14'),
    borderRadius: tokenPx('--ll-radius'),
    borderRadiusLG: tokenPx('--ll-radius-card'),
    controlHeight: tokenPx('--ll-control'),
    colorPrimary: token('--ll-action'),
    // Colour of the focus ring.
    colorPrimaryBorder: token('--ll-link'),
    // antd would lighten a hovered button, and its white text would have too little contrast.
    colorPrimaryHover: token('--ll-action-hover'),
    colorPrimaryActive: token('--ll-action-hover'),
    colorInfo: token('--ll-action'),
    colorLink: token('--ll-link'),
    colorSuccess: token('--ll-success'),
    colorWarning: token('--ll-warning'),
    colorError: token('--ll-danger'),
    colorText: token('--ll-text'),
    colorTextSecondary: token('--ll-text-2'),
    colorTextTertiary: token('--ll-text-3'),
    colorTextQuaternary: token('--ll-text-3'),
    colorIcon: token('--ll-text-2'),
    colorTextPlaceholder: token('--ll-text-3'),
    colorTextDisabled: token('--ll-text-off'),
    colorBgLayout: token('--ll-ground'),
    colorBgContainer: token('--ll-surface'),
    colorBgElevated: token('--ll-floating'),
    colorFillAlter: token('--ll-surface-2'),
    colorBorder: token('--ll-line-hard'),
    colorBorderSecondary: token('--ll-line-soft'),
    colorSplit: token('--ll-line-soft'),
    controlItemBgActive: token('--ll-primary-1'),
    controlItemBgActiveHover: token('--ll-primary-2'),
    controlItemBgHover: token('--ll-surface-2'),
    boxShadow: token('--ll-shadow'),
    boxShadowSecondary: token('--ll-shadow'),
    motion: !still(),
    wireframe: false,
  },
})

/** Gives the antd components below (tree, date picker) the language and the theme of the console. */
export const AntdTheme = ({ children }: { readonly children: ReactNode }): ReactNode => {
  const name = useTheme()
  const lang = useLang()
  const density = useDensity()
  const scale = useBodyScale()
  const config = useMemo(() => configOf(name, scale), [name, scale])
  return (
    <ConfigProvider
      theme={config}
      locale={lang === 'zh' ? zhCN : undefined}
      {...(density === 'compact' && { componentSize: 'small' as const })}
    >
      {children}
    </ConfigProvider>
  )
}
