import type { Problem } from '@shared/contract/problem';
import { useLanguage } from '../i18n';

/** A problem's whole sentence, its place in bold. */
export function ProblemText({ problem }: { readonly problem: Problem }) {
  const language = useLanguage();
  const { where, what, fix } = problem;
  const [colon, space] = language === 'zh' ? ['：', ''] : [': ', ' '];
  return (
    <span>
      <b>
        {where[language]}
        {colon}
      </b>
      {what[language]}
      {space}
      {fix[language]}
    </span>
  );
}
