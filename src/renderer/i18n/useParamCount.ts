import { useTranslation } from 'react-i18next';
import { showCount } from '.';

/** Answers the function that says how many parameters there are, and how many of them training changes. */
export function useParamCount(): (n_params: number, n_trainable: number) => string {
  const { t } = useTranslation();
  return (n_params, n_trainable) => {
    const words = { n: showCount(n_params), trainable: showCount(n_trainable) };
    if (n_params === 0) return t('canvas.total', words);
    return n_trainable === n_params
      ? t('canvas.allTrainable', words)
      : t('canvas.someTrainable', words);
  };
}
