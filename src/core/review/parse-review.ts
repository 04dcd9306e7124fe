export const parseReview = (): number => 1;
