import { theme as antdTheme } from 'antd'
import type { ThemeConfig } from 'antd'

const fontFamily =
  "'Inter Variable', 'Inter', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

const shape = {
  fontFamily,
  fontSize: 14,
  borderRadius: 8,
  borderRadiusLG: 12,
  borderRadiusSM: 6,
  controlHeight: 36,
  controlHeightLG: 44,
  controlHeightSM: 28,
  lineWidthFocus: 2,
  motionUnit: 0.07,
  fontWeightStrong: 600,
  wireframe: false,
}

const light: NonNullable<ThemeConfig['token']> = {
  colorPrimary: '#0b6b5d',
  colorLink: '#0b6b5d',
  colorLinkHover: '#0e7c6c',
  colorLinkActive: '#084f45',
  colorSuccess: '#1b7a3d',
  colorWarning: '#8f5a00',
  colorError: '#b42318',
  colorInfo: '#1f5fa8',
  colorPrimaryBg: '#e2f1ed',
  colorPrimaryBgHover: '#d6ebe5',
  colorPrimaryBorder: '#8fc6ba',
  colorPrimaryHover: '#0e7c6c',
  colorSuccessBg: '#e6f5ea',
  colorSuccessBorder: '#a6d8b5',
  colorWarningBg: '#fdf3dc',
  colorWarningBorder: '#e6c67c',
  colorErrorBg: '#fdeceb',
  colorErrorBorder: '#f0b4ad',
  colorInfoBg: '#e8f1fa',
  colorInfoBorder: '#a9cbea',
  colorText: '#14211f',
  colorTextSecondary: '#43524f',
  colorTextTertiary: '#586763',
  colorTextDescription: '#55635f',
  colorTextPlaceholder: '#65726e',
  colorTextDisabled: '#66736f',
  colorIcon: '#55635f',
  colorIconHover: '#14211f',
  colorBgLayout: '#f5f6f3',
  colorBgContainer: '#ffffff',
  colorBgElevated: '#ffffff',
  colorBorder: '#cfd6d1',
  colorBorderSecondary: '#e4e8e3',
  colorSplit: '#e9ece8',
  colorFillAlter: '#fafbf9',
  colorBgMask: 'rgba(10, 28, 28, 0.5)',
  controlItemBgActive: '#e2f1ed',
  controlItemBgActiveHover: '#d6ebe5',
  controlItemBgHover: '#f1f4f1',
  controlOutline: 'rgba(11, 107, 93, 0.18)',
  boxShadow: '0 1px 2px rgba(16, 36, 34, 0.06), 0 8px 24px -8px rgba(16, 36, 34, 0.14)',
  boxShadowSecondary: '0 2px 6px rgba(16, 36, 34, 0.06), 0 16px 40px -12px rgba(16, 36, 34, 0.22)',
  boxShadowTertiary: '0 1px 2px rgba(16, 36, 34, 0.04)',
}

const dark: NonNullable<ThemeConfig['token']> = {
  colorPrimary: '#4bdcc4',
  colorPrimaryHover: '#5bd0bc',
  colorPrimaryActive: '#2ea893',
  colorLink: '#5bd0bc',
  colorLinkHover: '#86e0d0',
  colorLinkActive: '#3fc1ab',
  colorSuccess: '#5cc98a',
  colorWarning: '#eab54e',
  colorError: '#ff8f84',
  colorInfo: '#7fb8f2',
  colorText: '#e6edeb',
  colorTextSecondary: '#b3c1bd',
  colorTextTertiary: '#9dada8',
  colorTextDescription: '#a3b2ae',
  colorTextPlaceholder: '#8f9f9a',
  colorTextDisabled: '#8b9a96',
  colorTextLightSolid: '#04211c',
  colorIcon: '#a3b2ae',
  colorIconHover: '#e6edeb',
  colorBgLayout: '#0d1413',
  colorBgContainer: '#141d1c',
  colorBgElevated: '#1a2524',
  colorBgSpotlight: '#2b3a38',
  colorBorder: '#3a4a47',
  colorBorderSecondary: '#263330',
  colorSplit: '#22302d',
  colorFillAlter: '#172120',
  colorBgMask: 'rgba(0, 6, 6, 0.66)',
  controlItemBgActive: '#17352f',
  controlItemBgActiveHover: '#1c3f38',
  controlItemBgHover: '#1f2b29',
  controlOutline: 'rgba(63, 193, 171, 0.28)',
  boxShadow: '0 1px 2px rgba(0, 0, 0, 0.4), 0 8px 24px -8px rgba(0, 0, 0, 0.6)',
  boxShadowSecondary: '0 2px 6px rgba(0, 0, 0, 0.4), 0 16px 40px -12px rgba(0, 0, 0, 0.7)',
  boxShadowTertiary: 'none',
}

const sizes: NonNullable<ThemeConfig['components']> = {
  Button: { fontWeight: 550, primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
  Form: { itemMarginBottom: 18, verticalLabelPadding: '0 0 6px' },
  Modal: { titleFontSize: 17 },
}

// Read once: antd would mount every screen anew, forms and all, if this changed while it is drawn. house.css stops the
// motion when the setting changes later.
const moves = !(globalThis.matchMedia as typeof matchMedia | undefined)?.('(prefers-reduced-motion: reduce)').matches

/**
 * The look of Interline for antd. Every pair of text and ground in it meets WCAG AA. Nothing moves, and nothing waits
 * for a movement's end, where the person asked for that.
 */
export function themeOf(scheme: 'light' | 'dark'): ThemeConfig {
  const isDark = scheme === 'dark'
  return {
    algorithm: isDark ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
    hashed: false,
    cssVar: { key: 'interline', prefix: 'ant' },
    token: { ...shape, motion: moves, ...(isDark ? dark : light) },
    components: {
      ...sizes,
      Button: { ...sizes.Button, ...(isDark && { primaryColor: '#04211c', dangerColor: '#2b0805' }) },
      Switch: {
        colorTextQuaternary: isDark ? '#60716d' : '#84918d',
        colorTextTertiary: isDark ? '#71827e' : '#6d7b77',
      },
      Checkbox: isDark ? { colorWhite: '#04211c' } : {},
    },
  }
}
