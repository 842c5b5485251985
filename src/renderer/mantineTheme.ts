import {
  ActionIcon,
  Button,
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  Menu,
  Modal,
  NumberInput,
  Popover,
  SegmentedControl,
  Select,
  Switch,
  Textarea,
  TextInput,
  Tooltip,
} from '@mantine/core';
import { groupHues, type Hue, surfaces, variantHues } from './theme';

const accent: MantineColorsTuple = [
  '#eaf2fd',
  '#d2e3fa',
  '#a6c8f5',
  '#7fb1f7',
  '#5795ea',
  '#3a7fdd',
  '#276fd0',
  '#1b5fc1',
  '#154d9f',
  '#0f3b7c',
];

/** Each system's own: macOS, Windows, Linux; then a Chinese face, whose Latin punctuation is too wide to come first. */
const systemFont =
  '-apple-system, "Segoe UI", Ubuntu, Cantarell, "Noto Sans", "Liberation Sans", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", system-ui, sans-serif';
const monoFont =
  'ui-monospace, "SF Mono", "Cascadia Mono", Consolas, "Ubuntu Mono", "Noto Sans Mono", "Noto Sans Mono CJK SC", "DejaVu Sans Mono", monospace';

/** Room between a tooltip and what it explains, and the wait before it comes. */
const tooltip = { openDelay: 450, withArrow: false, offset: 6, maw: 320, multiline: true, fz: 12 };

export const mantineTheme = createTheme({
  colors: { accent },
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 6 },
  fontFamily: systemFont,
  fontFamilyMonospace: monoFont,
  fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '15px', xl: '18px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  components: {
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray', size: 28 } }),
    Button: Button.extend({ defaultProps: { size: 'xs' } }),
    Menu: Menu.extend({
      defaultProps: {
        shadow: 'md',
        transitionProps: { duration: 120 },
        // Its role has no place in a menu.
        withInitialFocusPlaceholder: false,
      },
    }),
    Modal: Modal.extend({ defaultProps: { centered: true, transitionProps: { duration: 140 } } }),
    NumberInput: NumberInput.extend({ defaultProps: { size: 'xs' } }),
    Popover: Popover.extend({ defaultProps: { shadow: 'md', transitionProps: { duration: 120 } } }),
    SegmentedControl: SegmentedControl.extend({
      defaultProps: { size: 'xs', transitionDuration: 140 },
    }),
    Select: Select.extend({ defaultProps: { size: 'xs', allowDeselect: false } }),
    Switch: Switch.extend({ defaultProps: { size: 'xs' } }),
    Textarea: Textarea.extend({ defaultProps: { size: 'xs' } }),
    TextInput: TextInput.extend({ defaultProps: { size: 'xs' } }),
    Tooltip: Tooltip.extend({ defaultProps: tooltip }),
  },
});

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function tokens(theme: keyof Hue): Record<string, string> {
  const all: Record<string, string> = {};
  for (const [name, hue] of Object.entries(surfaces)) all[`--${kebab(name)}`] = hue[theme];
  for (const [name, hue] of Object.entries(groupHues)) all[`--group-${name}`] = hue[theme];
  variantHues.forEach((hue, place) => {
    all[`--variant-${place + 1}`] = hue[theme];
  });
  return all;
}

/** Mantine's own greys where they are too pale to read, or differ from our surfaces. */
const mantineOnTokens = {
  '--mantine-color-body': 'var(--panel)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--soft-ink)',
  '--mantine-color-placeholder': 'var(--soft-ink)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-error': 'var(--fault)',
  '--mantine-color-anchor': 'var(--accent)',
};

/** The tokens of theme.ts as CSS variables of both themes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...tokens('light'), ...mantineOnTokens },
  dark: { ...tokens('dark'), ...mantineOnTokens },
});
