// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/norms.h"

#include <limits>

namespace pescope::bert {

using tables::Index;
using tables::MatrixD;

MatrixD stateNorms(const EncodedText& text, Index sequence)
{
    MatrixD norms =
        MatrixD::Constant(std::ssize(text.states), text.input.tokens, std::numeric_limits<double>::quiet_NaN());
    StateId state = StateId::embeddingOutput();
    for (Index k = 0; k < norms.rows(); ++k) {
        if (text.has(state))
            norms.row(k) = text.hidden(state, sequence).cast<double>().rowwise().norm().transpose();
        state = StateId::outputOf(Layer{state.axisIndex() + 1});
    }
    return norms;
}

std::vector<double> meanNorms(const MatrixD& norms, const TokenRoles& roles, bool withSpecial)
{
    PESCOPE_EXPECTS(norms.cols() == std::ssize(roles));
    const std::vector<Index> places = measuredPlaces(roles, withSpecial);
    std::vector<double> means;
    for (Index k = 0; k < norms.rows(); ++k) {
        double sum = 0;
        for (const Index t : places)
            sum += norms(k, t);
        means.push_back(sum / static_cast<double>(places.size())); // 0/0 is the NaN that is promised
    }
    return means;
}

} // namespace pescope::bert
