import type { Compiled } from '@shared/graph/compiled';
import { showShape } from '@shared/tensor/shape';
import { useTranslation } from 'react-i18next';
import { showCount } from '../i18n';
import { useParamCount } from '../i18n/useParamCount';
import classes from './Inspector.module.css';

interface WeightsTableProps {
  readonly compiled: Compiled;
  readonly node: string;
  /** How often a layer is repeated: 1 outside of groups. */
  readonly layers: number;
}

const countOf = (shape: readonly number[]) => shape.reduce((product, size) => product * size, 1);

/** The weights of a node with shapes and counts. A tied weight is counted where it belongs. */
export function WeightsTable({ compiled, node, layers }: WeightsTableProps) {
  const { t } = useTranslation();
  const paramCount = useParamCount();
  const n_params = compiled.nodeParams.get(node) ?? 0;
  const weights = compiled.nodeWeights.get(node) ?? [];
  if (weights.length === 0) return <p className={classes.soft}>{t('inspector.noWeights')}</p>;
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('inspector.weightName')}</th>
          <th scope="col">{t('inspector.weightShape')}</th>
          <th scope="col" className={classes.number}>
            {t('inspector.weightCount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {weights.map(({ name, fullName, shape, tied }) => (
          <tr key={name}>
            <td title={fullName}>{name}</td>
            <td>{showShape(shape)}</td>
            <td className={classes.number}>
              {tied ? (
                <span className={classes.tied} title={t('inspector.tiedTo', { name: fullName })}>
                  {t('inspector.tied')}
                </span>
              ) : (
                showCount(countOf(shape))
              )}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={2}>
            {t('inspector.total')}
            {layers > 1 && (
              <span className={classes.soft}> {t('inspector.allLayers', { n: layers })}</span>
            )}
          </td>
          <td className={classes.number} data-testid="node-params">
            {showCount(n_params)}
          </td>
        </tr>
        {n_params > 0 && (
          <tr>
            <td colSpan={3} className={classes.soft} data-testid="node-trainable">
              {paramCount(n_params, compiled.nodeTrainable.get(node) ?? 0)}
            </td>
          </tr>
        )}
      </tfoot>
    </table>
  );
}
