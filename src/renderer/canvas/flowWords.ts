import { showShape } from '@shared/tensor/shape';
import type { AriaLabelConfig } from '@xyflow/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n';
import type { FlowWords } from './flow';

/** How nodes and wires are read out. */
export function useFlowWords(): FlowWords {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      node: (name, params) => {
        const node = name[currentLanguage()];
        return params ? t('canvas.node', { node, params }) : node;
      },
      wire: (from, to, shape) => {
        const language = currentLanguage();
        const ends = { from: from[language], to: to[language] };
        return shape
          ? t('canvas.wireShape', { ...ends, shape: showShape(shape) })
          : t('canvas.wire', ends);
      },
    }),
    [t],
  );
}

/** React Flow's own words for those who hear the window. */
export function useFlowLabels(): Partial<AriaLabelConfig> {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      'node.a11yDescription.default': t('canvas.helpNode'),
      'node.a11yDescription.keyboardDisabled': t('canvas.helpNode'),
      'node.a11yDescription.ariaLiveMessage': ({ x, y }) => t('canvas.movedTo', { x, y }),
      'edge.a11yDescription.default': t('canvas.helpWire'),
      'minimap.ariaLabel': t('canvas.minimap'),
      'handle.ariaLabel': t('canvas.port'),
    }),
    [t],
  );
}
